/* printf. */
#ifndef CLGROUP_LOWER_PRINTF_H
#define CLGROUP_LOWER_PRINTF_H

#include "lower/state.h"

/* C++ for OpenCL declares it by a mangled name, which drivers do not have, and generic/headers/clgroup_sub_groups.h.in
 * by another. Returns whether it was there. */
bool lower_name_printf(LLVMModuleRef module);

/* On NVIDIA's GPUs calls become those of vprintf, which the CUDA driver has. On AMD's they are an error: LLVM would
 * drop them. */
bool lower_printf_on_gpu(struct lower *lower);

#endif
