// rusticl 25, clgroup-cc with -cl-opt-disable, strategy vector: the kernel overwrote its stack and crashed unless grp_ and others were inlined.
// options: -cl-std=CL3.0 -cl-opt-disable
// launch: k 32 groups 1
//   int[96] a5a5a5a5*96 -> 7*32 0*32 1*32
uint rank_(void) {
  return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));
}
uint lsz_(void) {
  return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}
uint grp_(void) {
  return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0));
}
__attribute__((reqd_work_group_size(32, 1, 1))) kernel void k(global int *o) {
  size_t r = rank_();
  size_t at = grp_() * lsz_() + (uint)r;
  o[at] = work_group_scan_inclusive_min(7);
  o[32 + at] = work_group_scan_inclusive_max((int)get_local_id(2));
  o[64 + at] = work_group_broadcast((int)r, (long)(1u % (uint)get_local_size(0)),
                                    (long)((uint)(long)grp_() % (uint)get_local_size(1)));
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
