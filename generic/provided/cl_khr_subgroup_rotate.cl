// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cl_khr_subgroup_rotate, by the device's shuffles. */
#ifndef T
#define CLGROUP_TYPE_BODY <provided/cl_khr_subgroup_rotate.cl>
#include <provided/device.inc>

#else
#define CLGROUP_SHUFFLE sub_group_shuffle
#include <provided/by_index.inc>

#define CLGROUP_ROTATED(x, lane, size) CLGROUP_BY_INDEX(x, lane < size ? lane : lane - size)
#include <provided/rotate.inc>
#undef CLGROUP_ROTATED
#undef CLGROUP_BY_INDEX
#undef CLGROUP_SHUFFLE
#endif
