// PoCL 6.0, by all ways: one item wrong.
// options: -cl-std=CL3.0
// needs: fp64
// launch: k10 3x1x1 groups 2x3x1
//   long[18] small:1
//   ulong 5
//   int[18] a5a5a5a5*18 ->
//     1 6 0*16
//   double[18] a5a5a5a5a5a5a5a5*18 ->
//     0*3 a5a5a5a5a5a5a5a5*15
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef int i32_t;
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k10(global const long *il, ulong n2, global int *oi, global double *od) {
  local int l11[1024];
  uint r = rank_(), at = grp_() * lsz_() + r, tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  int v12 = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  { int t_ = (int)(float)(work_group_scan_inclusive_logical_and((int)r) & 1023); l11[r] = t_; }
  barrier(CLK_LOCAL_MEM_FENCE);
  float v13 = work_group_reduce_max(4.0f);
  double v14 = work_group_scan_inclusive_max((1.0 + (double)(211 & 1023)));
  v12 = l11[(r + 0u) % lsz_()];
  if ((1u > grp_())) {
    od[0 * tot + at] = work_group_reduce_add(work_group_scan_inclusive_min((double)(v12 & 1)));
    if ((r < (lsz_() - 1u))) {
      v12 = (int)(uint)il[at];
    }
  }
  i32_t v20 = work_group_broadcast(5, (ulong)((uint)n2 % lsz_()));
  oi[0 * tot + at] = v12;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
