/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fit-module FILE: clgroup_address_elements, clgroup_expand_bitreverses and clgroup_order_blocks over a bitcode file,
 * in place; for the build of the SPIR-V modules. */
#include "lower/ir/addresses.h"
#include "lower/ir/bitreverse.h"
#include "lower/ir/flow.h"

#include <stdio.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

int main(int count, char **arguments) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *error = NULL;
  if (count != 2 || LLVMCreateMemoryBufferWithContentsOfFile(arguments[1], &buffer, &error) ||
      LLVMParseIRInContext(context, buffer, &module, &error)) {
    fprintf(stderr, "fit-module: %s\n", error ? error : "usage: fit-module FILE");
    return 1;
  }
  clgroup_address_elements(module);
  clgroup_expand_bitreverses(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    clgroup_order_blocks(f);
  int failed = LLVMWriteBitcodeToFile(module, arguments[1]);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return failed;
}
