/* The calling conventions of OpenCL C's kernels and functions. */
#ifndef CLGROUP_LOWER_CONVENTION_H
#define CLGROUP_LOWER_CONVENTION_H

#include <stdbool.h>

#include <llvm-c/Core.h>

/* Does the function, or declaration, have a kernel's convention? */
bool clgroup_is_kernel(LLVMValueRef function);

/* The convention of functions that are not kernels. */
unsigned clgroup_function_convention(LLVMModuleRef module);

#endif
