// rusticl 25 by link and each strategy crashed: see rusticl25-link-called-twice.cl.
// options: -cl-std=CL3.0
// launch: k0 4x2 groups 1x1
//   int[8] 8 91 21 8102dd2a 89 30e1194d 55 700b0b99
//   long[8] d189b0833ef97201 39 1b66e73f87126f80 2c 52ba6c84d97c6b71 ca 2b fb
//   uint 1
//   int 1
//   ulong 1
//   int[8] 9f8113f5 50 3f b4 31b5aeea 76 5f 4 -> 9f8113f5 50 3f b4 31b5aeea 76 5f 4
//   long[8] a5a5a5a5a5a5a5a5*8 -> 0*8
//   ulong[8] a5a5a5a5a5a5a5a5*8 -> a5a5a5a5a5a5a5a5*8
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
#define M_all(...) work_group_all(__VA_ARGS__)
#define A_all work_group_all
#define M_reduce_add(...) work_group_reduce_add(__VA_ARGS__)
#define A_reduce_add work_group_reduce_add
kernel void k0(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global long *ol, global ulong *om) {
  float v0 = 0;
  uint v1 = 0;
  long v2 = 0;
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  v0 = (((PASTE(work_group_, all)(0) != 0 ? 0.0f : 0.0f) < 0.0f) ? 0.0f : 0.0f);
  v1 = ((uint)il[min(grp_(), tot - 1u)]);
  v2 = (long)((ulong)((long)ii[(at + 36) % tot]) - (ulong)((long)ii[at]));
  ol[0 * tot + at] = PASTE(work_group_, reduce_add)(v2);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
