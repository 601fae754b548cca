// PoCL 3.1 ran the first work-item twice: the latch of a single barrier (lib/lower/passes/single-barrier.c) was folded into its sections, and the loop became two.
// options: -cl-std=CL3.0
// needs: fp64
// launch: k2 1x3x1 groups 1x1x1
//   int[3] 3d 73 6d1271a
//   long[3] f8 bd 9e3771f439ecb40b
//   uint 0
//   int 0
//   ulong 0
//   int[3] 4c e7 ac -> 4c e7 ac
//   double[3] a5a5a5a5a5a5a5a5*3 -> 0 3ff0000000000000*2
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k2(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global double *od) {
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  if (((int)grp_()))
    return;
  od[0 * tot + at] = ((PASTE(work_group_, scan_exclusive_or)(1u) == 1u) ? 1.0 : (((double)(ii[0u % tot] & 15) < 1.0) ? 1.0 : 0.0));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
