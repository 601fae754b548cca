/* Variables of kernels in local memory. */
#ifndef CLGROUP_LOWER_PASSES_LOCALS_H
#define CLGROUP_LOWER_PASSES_LOCALS_H

#include "lower/ir/state.h"

/* Names kernels' variables in local memory KERNEL.NAME. clang does it in OpenCL C, but not in C++ ("_ZZ6kernelE4name"),
 * where PoCL would have all work-groups that run at a time share them. Returns whether it named any. */
bool lower_name_locals(LLVMModuleRef module);
/* The bytes of the kernel's own variables in local memory, and of those that functions use. */
uint64_t lower_bytes_of_locals(LLVMModuleRef module, LLVMValueRef kernel);

#endif
