/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUDA's name for it. */
#include <clgroup/cooperative_groups.h>
