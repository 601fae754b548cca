/* Variables of kernels in local memory. */
#ifndef CLGROUP_LOWER_PASSES_LOCALS_H
#define CLGROUP_LOWER_PASSES_LOCALS_H

#include "lower/ir/state.h"

/* Names kernels' local variables KERNEL.NAME. clang does so in OpenCL C, but not in C++ ("_ZZ6kernelE4name"); PoCL
 * would then let all work-groups that run at the same time share them. Returns whether it renamed any. */
bool lower_name_locals(LLVMModuleRef module);
/* The bytes of the kernel's own local variables, and of those that functions use. */
uint64_t lower_bytes_of_locals(LLVMModuleRef module, LLVMValueRef kernel);

#endif
