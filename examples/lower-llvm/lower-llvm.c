/* lower-llvm FOLDER IN.bc OUT.bc: what a compiler that holds kernels as LLVM modules does with one that calls
 * work-group functions. It reads the module, has clgroup_llvm_lower link the functions into it, and writes it, as a
 * driver would give it to its own back end. FOLDER is share/clgroup of an installation. */
#include "clgroup/clgroup-llvm.h"

#include <stdio.h>
#include <stdlib.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

static int lower(LLVMModuleRef *module, const char *folder, const char *output) {
  char error[256];
  const struct clgroup_llvm_request request = {
      .folder = folder, .target = "spirv64", .strategy = "tree", .for_spirv = true, .opt_level = 2};
  if (clgroup_llvm_lower(module, &request, error, sizeof error)) {
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
  if (argc != 4) {
    fputs("usage: lower-llvm FOLDER IN.bc OUT.bc\n", stderr);
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
    status = lower(&module, argv[1], argv[3]);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
  return status;
}
