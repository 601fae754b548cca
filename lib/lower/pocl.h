/* Built-in functions for PoCL's library of SPIR. */
#ifndef CLGROUP_LOWER_POCL_H
#define CLGROUP_LOWER_POCL_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* The library that PoCL 3.1 links with SPIR bitcode lacks functions that its own compiler has, and has none for generic
 * pointers. Makes calls of these calls of others that are there and do the same. Returns whether it changed any. */
bool clgroup_use_pocl_library(LLVMModuleRef module);

#endif
