// rusticl 25 by link and serial: 0 for 1 by each work-item, see rusticl25-link-called-twice.cl.
// options: -cl-std=CL3.0
// launch: k1 8x1 groups 1x1
//   int[8] 645fd51f 479d7c7a b6fff1e9 3a814605 95 ab32d8ec 60b4035f f8
//   long[8] e13aa4c6d330054c 65 43b161ef9500ad46 dd 7bdae0ecf9f1302c 3f 77 ab5d8e2eb7d398d4
//   uint 1
//   int 1
//   ulong 1
//   int[8] 110 9e 2c e5b638e0 20eacdf7 576cc0a 5c 9f0a975e -> 110 9e 2c e5b638e0 20eacdf7 576cc0a 5c 9f0a975e
//   int[8] a5a5a5a5*8 -> 1*8
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
#define M_reduce_min(...) work_group_reduce_min(__VA_ARGS__)
#define A_reduce_min work_group_reduce_min
#define M_all(...) work_group_all(__VA_ARGS__)
#define A_all work_group_all
kernel void k1(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global int *oi) {
  int v2 = 0;
  int v3 = 0;
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  v2 = PASTE(work_group_, reduce_min)(0);
  v3 = ((int)il[min(grp_(), tot - 1u)]);
  oi[0 * tot + at] = PASTE(work_group_, all)(((int)(((float)(((uint)ii[(at + 23) % tot]) & 15) < 1.0f) ? 1UL : ((ulong)get_local_size(1)))));
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
