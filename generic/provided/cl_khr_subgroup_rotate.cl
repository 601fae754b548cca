// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cl_khr_subgroup_rotate, by the device's shuffles. */
#ifndef T
#define CLGROUP_TYPE_BODY <provided/cl_khr_subgroup_rotate.cl>
#include <provided/device.inc>

#elif !defined T_CODE || T_BYTES > 2 || T_IS_FLOAT
CLGROUP_DEVICE(T, sub_group_shuffle, T x, uint lane)

#include <provided/rotate.inc>
#endif
