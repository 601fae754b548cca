// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cl_khr_subgroup_shuffle, by cl_intel_subgroups: Intel's runtime of 2021 lacks the former, and takes no SPIR-V that has it. */
#ifndef T
#define CLGROUP_TYPE_BODY <provided/cl_khr_subgroup_shuffle.cl>
#include <provided/device.inc>

#else
#define CLGROUP_SHUFFLE intel_sub_group_shuffle
#include <provided/by_index.inc>
CLGROUP_DEVICE(T, intel_sub_group_shuffle_xor, T x, uint mask)

T CLGROUP_BUILTIN sub_group_shuffle(T x, uint lane) {
  return CLGROUP_BY_INDEX(x, lane);
}
#undef CLGROUP_BY_INDEX
#undef CLGROUP_SHUFFLE

T CLGROUP_BUILTIN sub_group_shuffle_xor(T x, uint mask) {
  return intel_sub_group_shuffle_xor(x, mask);
}
#endif
