/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lower-llvm IN.bc OUT.bc [ARCHITECTURE]: what a compiler that holds kernels as LLVM modules does with one that calls
 * work-group functions. It reads the module, has clgroup_llvm_lower link the functions into it, and writes it, as a
 * driver would give it to its own back end: one that makes SPIR-V or, if that is the module's target, LLVM's for
 * NVIDIA's or AMD's GPUs, with ARCHITECTURE, 80 for sm_80 and 0x90a for gfx90a, or for a CPU. */
#include "clgroup/clgroup-llvm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

static void warn(void *data, const char *text) {
  fprintf(stderr, "%s: warning: %s\n", (const char *)data, text);
}

/* The device: a driver knows more of it than a module's target tells. */
static void choose(struct clgroup_llvm_options *o, const char *triple) {
  o->target = "spirv64";
  o->embedded = clgroup_llvm_spirv64;
  o->strategy = "serial";
  if (!strncmp(triple, "spir", 4)) {
    o->strategy = "tree";
    o->for_spirv = o->plain_loops = true;
  } else if (!strncmp(triple, "nvptx", 5)) {
    o->target = "nvptx64";
    o->embedded = clgroup_llvm_nvptx64;
    o->strategy = "subgroup";
    o->lanes = 32;
  } else if (!strncmp(triple, "amdgcn", 6)) {
    o->target = "amdgcn";
    o->embedded = clgroup_llvm_amdgcn;
    o->strategy = "subgroup";
  }
}

static int lower(LLVMModuleRef *module, const char *output, const char *architecture) {
  char error[256], name[] = "lower-llvm";
  struct clgroup_llvm_options options = {.size = sizeof options, .opt_level = 2, .warn = warn, .data = name};
  choose(&options, LLVMGetTarget(*module));
  if (architecture)
    options.architecture = (unsigned)strtoul(architecture, NULL, 0);
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
  if (argc != 3 && argc != 4) {
    fputs("usage: lower-llvm IN.bc OUT.bc [ARCHITECTURE]\n", stderr);
    return 2;
  }
  int status = EXIT_FAILURE;
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *why = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, &why) ||
      LLVMParseIRInContext(context, buffer, &module, &why)) {
    fprintf(stderr, "lower-llvm: error: '%s': %s\n", argv[1], why);
    LLVMDisposeMessage(why);
  } else {
    status = lower(&module, argv[2], argv[3]);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
  return status;
}
