#include "lower/convention.h"
#include "lower/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PoCL takes a variable in local memory for a kernel's own only by its name, "KERNEL.NAME", as clang names it in OpenCL
 * C. One that is named otherwise, as in C++ ("_ZZ6kernelE4name"), is then the same memory for all work-groups that run
 * at a time. */

enum { LOCAL_MEMORY = 3 };

/* The only kernel whose code uses the value; NULL if there is none. *several becomes true if there are others, or other
 * users. */
static LLVMValueRef find_kernel(LLVMValueRef value, LLVMValueRef kernel, bool *several) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAConstantExpr(user)) {
      kernel = find_kernel(user, kernel, several);
      continue;
    }
    LLVMValueRef function = LLVMIsAInstruction(user) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) : NULL;
    *several |= !function || !clgroup_is_kernel(function) || (kernel && kernel != function);
    kernel = function;
  }
  return kernel;
}

bool lower_name_locals(struct lower *lower, bool *changed) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(lower->module); g; g = LLVMGetNextGlobal(g)) {
    if (LLVMIsDeclaration(g) || LLVMGetPointerAddressSpace(LLVMTypeOf(g)) != LOCAL_MEMORY)
      continue;
    bool several = false;
    LLVMValueRef kernel = find_kernel(g, NULL, &several);
    if (!kernel || several)
      continue;
    size_t length, kernel_length;
    const char *name = LLVMGetValueName2(g, &length), *prefix = LLVMGetValueName2(kernel, &kernel_length);
    if (length > kernel_length && !memcmp(name, prefix, kernel_length) && name[kernel_length] == '.')
      continue;
    char *own = malloc(kernel_length + length + 2);
    if (!own)
      return lower_fail(lower, "out of memory");
    sprintf(own, "%s.%s", prefix, name);
    LLVMSetValueName2(g, own, kernel_length + length + 1);
    free(own);
    *changed = true;
  }
  return true;
}
