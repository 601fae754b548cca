/* printf. */
#ifndef CLGROUP_LOWER_PRINTF_H
#define CLGROUP_LOWER_PRINTF_H

#include "lower/ir/state.h"

/* C++ for OpenCL declares printf by a mangled name, which drivers do not have, and
 * generic/headers/clgroup_sub_groups.h.in by another. Returns whether the module had it. */
bool lower_name_printf(LLVMModuleRef module);

/* On NVIDIA's GPUs calls of printf become calls of the CUDA driver's vprintf, which prints no vectors: their components
 * are printed. The same is done for PoCL: the printf of 3.1 and 6.0 expects vectors in other places than they are in
 * here. On AMD's GPUs printf is an error: LLVM would drop it. */
void lower_rewrite_printf(struct lower *lower);

#endif
