/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* llvm.bitreverse, for which SPIR-V for OpenCL has an instruction by an extension alone. */
#ifndef CLGROUP_BITREVERSE_H
#define CLGROUP_BITREVERSE_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Replaces all calls by shifts. Returns whether there was one. */
bool clgroup_expand_bitreverses(LLVMModuleRef module);

#endif
