/* lower-llvm FOLDER IN.bc OUT.bc [ARCHITECTURE]: what a compiler that holds kernels as LLVM modules does with one that
 * calls work-group functions. It reads the module, has clgroup_llvm_lower link the functions into it, and writes it, as
 * a driver would give it to its own back end: one that makes SPIR-V or, with ARCHITECTURE, 80 for sm_80, LLVM's for
 * NVIDIA's GPUs. FOLDER is share/clgroup of an installation. */
#include "clgroup/clgroup-llvm.h"

#include <stdio.h>
#include <stdlib.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

static void warn(void *data, const char *text) {
  fprintf(stderr, "%s: warning: %s\n", (const char *)data, text);
}

static int lower(LLVMModuleRef *module, const char *folder, const char *output, const char *architecture) {
  char error[256], name[] = "lower-llvm";
  struct clgroup_llvm_options options = {
      .size = sizeof options, .folder = folder, .opt_level = 2, .warn = warn, .data = name};
  if (architecture) {
    options.target = "nvptx64";
    options.strategy = "subgroup";
    options.architecture = (unsigned)atoi(architecture);
    options.lanes = 32;
  } else {
    options.target = "spirv64";
    options.strategy = "tree";
    options.for_spirv = options.plain_loops = true;
  }
  if (clgroup_llvm_lower(module, &options, error, sizeof error)) {
    fprintf(stderr, "lower-llvm: error: %s\n", error);
    return EXIT_FAILURE;
  }
  if (LLVMWriteBitcodeToFile(*module, output)) {
    fprintf(stderr, "lower-llvm: error: cannot write '%s'\n", output);
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  if (argc != 4 && argc != 5) {
    fputs("usage: lower-llvm FOLDER IN.bc OUT.bc [ARCHITECTURE]\n", stderr);
    return 2;
  }
  int status = EXIT_FAILURE;
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *why = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(argv[2], &buffer, &why) ||
      LLVMParseIRInContext(context, buffer, &module, &why)) {
    fprintf(stderr, "lower-llvm: error: '%s': %s\n", argv[2], why);
    LLVMDisposeMessage(why);
  } else {
    status = lower(&module, argv[1], argv[3], argv[4]);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
  return status;
}
