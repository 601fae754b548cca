// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cl_khr_subgroup_rotate, by the device's shuffles.
 *
 * Included once more for each type: a small integer of types.inc is in small_types.inc too. */
#ifndef T
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include <names.h>

#define CLGROUP_DEVICE __attribute__((overloadable, convergent))
uint __attribute__((overloadable, const)) get_max_sub_group_size(void);
uint __attribute__((overloadable, const)) get_sub_group_local_id(void);
#define CLGROUP_TYPE_BODY <provided/cl_khr_subgroup_rotate.cl>
#include <types.inc>
#include <sub_group/small_types.inc>

#elif !defined T_CODE || T_BYTES > 2 || T_IS_FLOAT
T CLGROUP_DEVICE sub_group_shuffle(T x, uint lane);

/* By the lanes of a full sub-group, as the extension says: a last one's need not have the lane. */
T CLGROUP_BUILTIN sub_group_rotate(T x, int delta) {
  const int size = (int)get_max_sub_group_size(), rest = delta % size;
  const int lane = (int)get_sub_group_local_id() + (rest < 0 ? rest + size : rest);
  return sub_group_shuffle(x, (uint)(lane < size ? lane : lane - size));
}

T CLGROUP_BUILTIN sub_group_clustered_rotate(T x, int delta, uint size) {
  const uint lane = get_sub_group_local_id();
  return sub_group_shuffle(x, (lane & ~(size - 1)) | ((lane + (uint)delta) & (size - 1)));
}
#endif
