// PoCL 7.1, tree: the broadcast of a uniform load gives 0.
// options: -cl-std=CL3.0
// launch: k 4x1x1 groups 2x1x1
//   int[8] ffffffdb ffffffe2 ffffffe9 fffffff0 fffffff7 fffffffe 5 c
//   int[16] a5a5a5a5*16 -> fe*8 5*8
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k(global const int *ii, global int *of) {
  uint r = rank_(), at = grp_() * lsz_() + r, tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  uint v34 = work_group_broadcast((uint)ii[142u % tot], (int)(278u % (uint)get_local_size(0)), (int)(1u % (uint)get_local_size(1)));
  of[0 * tot + at] = (ii[v34 % tot] & 255);
  of[1 * tot + at] = v34;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
