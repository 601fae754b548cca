// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cl_khr_subgroup_shuffle, by cl_intel_subgroups: Intel's runtime of 2021 lacks the former, and takes no SPIR-V that has it.
 *
 * Included once more for each type: a small integer of types.inc is in small_types.inc too. */
#ifndef T
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include <names.h>

#define CLGROUP_DEVICE __attribute__((overloadable, convergent))
#define CLGROUP_TYPE_BODY <provided/cl_khr_subgroup_shuffle.cl>
#include <types.inc>
#include <sub_group/small_types.inc>

#elif !defined T_CODE || T_BYTES > 2 || T_IS_FLOAT
T CLGROUP_DEVICE intel_sub_group_shuffle(T x, uint lane);
T CLGROUP_DEVICE intel_sub_group_shuffle_xor(T x, uint mask);

T CLGROUP_BUILTIN sub_group_shuffle(T x, uint lane) {
  return intel_sub_group_shuffle(x, lane);
}

T CLGROUP_BUILTIN sub_group_shuffle_xor(T x, uint mask) {
  return intel_sub_group_shuffle_xor(x, mask);
}
#endif
