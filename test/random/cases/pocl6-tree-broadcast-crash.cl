// PoCL 6.0 by cc and compile, tree: SIGSEGV.
// options: -cl-std=CL3.0
// launch: k1 4x4x4 groups 1x1x1
//   int[64] bits:1
//   float[64] a5a5a5a5*64 ->
//     3f800000*64
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k1(global const int *ii, global float *of) {
  uint r = rank_(), at = grp_() * lsz_() + r, tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  float v2 = (work_group_broadcast((float)(ii[214u % tot] & 1023), (int)(1u % lsz_())) + work_group_reduce_mul(1.0f));
  int v4 = work_group_broadcast(ii[1u % tot], (uint)(656u % (uint)get_local_size(0)), (uint)(5u % (uint)get_local_size(1)), (uint)(1u % (uint)get_local_size(2)));
  of[0 * tot + at] = 1.0f;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
