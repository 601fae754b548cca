/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables of kernels in local memory.
 *
 * Names kernels' local variables KERNEL.NAME. clang does so in OpenCL C, but not in C++ ("_ZZ6kernelE4name"); PoCL
 * would then let all work-groups that run at the same time share them. Returns whether it renamed any. */
#include "lower/passes/passes.h"

#include <string.h>

#include <llvm-c/Target.h>

/* Is all code that uses the value in one kernel, *kernel? *kernel stays NULL if nothing uses it. */
static bool is_of_one_kernel(LLVMValueRef value, LLVMValueRef *kernel) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAConstantExpr(user)) {
      if (!is_of_one_kernel(user, kernel))
        return false;
      continue;
    }
    if (!LLVMIsAInstruction(user))
      return false;
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
    if (!clgroup_is_kernel(function) || (*kernel && *kernel != function))
      return false;
    *kernel = function;
  }
  return true;
}

uint64_t lower_bytes_of_locals(LLVMModuleRef module, LLVMValueRef kernel) {
  uint64_t bytes = 0;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef user = NULL;
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == LOCAL_SPACE && !lower_begins(lower_name(g), PREFIX) &&
        (!is_of_one_kernel(g, &user) || user == kernel))
      bytes += LLVMABISizeOfType(LLVMGetModuleDataLayout(module), LLVMGlobalGetValueType(g));
  }
  return bytes;
}

bool lower_name_locals(LLVMModuleRef module) {
  bool changed = false;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef kernel = NULL;
    if (LLVMIsDeclaration(g) || LLVMGetPointerAddressSpace(LLVMTypeOf(g)) != LOCAL_SPACE ||
        !is_of_one_kernel(g, &kernel) || !kernel)
      continue;
    size_t length;
    const char *name = LLVMGetValueName2(g, &length);
    char *own = lower_name_in(kernel, name);
    const size_t own_length = strlen(own);
    if (strncmp(name, own, own_length - length) != 0) {
      LLVMSetValueName2(g, own, own_length);
      changed = true;
    }
    free(own);
  }
  return changed;
}
