/* Renames built-in functions to those that drivers' libraries have. */
#ifndef CLGROUP_LOWER_POCL_H
#define CLGROUP_LOWER_POCL_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Calls of functions for generic pointers, which clang 15 calls in OpenCL C 3.0 too, become calls of those for the
 * address space that a pointer is known to be in: Intel's CPU runtime has no atomics for generic ones.
 *
 * `for_pocl`: The library that PoCL 3.1 links with SPIR bitcode lacks functions that its own compiler has, and has none
 * for generic pointers. Makes calls of these calls of others that are there and do the same.
 *
 * Returns whether it changed any. */
bool clgroup_name_builtins(LLVMModuleRef module, bool for_pocl);

#endif
