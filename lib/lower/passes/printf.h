/* printf. */
#ifndef CLGROUP_LOWER_PRINTF_H
#define CLGROUP_LOWER_PRINTF_H

#include "lower/ir/state.h"

/* C++ for OpenCL declares it by a mangled name, which drivers do not have, and generic/headers/clgroup_sub_groups.h.in
 * by another. Returns whether it was there. */
bool lower_name_printf(LLVMModuleRef module);

/* On NVIDIA's GPUs calls become those of vprintf, which the CUDA driver has, and which prints no vectors: their
 * components are printed. So they are for PoCL: the printf of 3.1 and 6.0 takes vectors as its own compiler passes
 * them, in other places than they are in here. On AMD's GPUs printf is an error: LLVM would drop it. */
void lower_rewrite_printf(struct lower *lower);

#endif
