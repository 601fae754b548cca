// PoCL 7.1: LLVM makes one call of get_local_size(0) and get_local_size(2) in the arms of a branch, whose function PoCL then lacks: it never
// runs the kernel and says nothing. --driver=pocl calls both in front of the branch (lib/lower/passes/hoist-queries.c).
// Portable Computing Language 7.1+debian, cpu-skylake-avx512-AMD EPYC: wrong: k0: argument 5, element 0: 11a, not 0 (100 of 100 wrong)
// options: -cl-std=CL3.0
// launch: k0 2x1 groups 1x1
//   int[2] b8358034 3d
//   long[2] ad10a1d7b6637a6f 82
//   uint 1
//   int 1
//   ulong 1
//   int[2] f6 ff -> f6 ff
//   uint[2] a5a5a5a5*2 -> a5a5a5a5*2
//   ulong[8] a5a5a5a5a5a5a5a5*8 -> a5a5a5a5a5a5a5a5*6 0*2
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k0(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global uint *ou, global ulong *om) {
  long v2 = 0;
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  if ((1UL == ((ulong)grp_())))
    return;
  v2 = PASTE(work_group_, broadcast)(PASTE(work_group_, scan_exclusive_max)(0L), ((int)((ii[0u % tot] ? ((uint)get_local_size(0)) : ((uint)get_local_size(2))) % ((uint)get_local_size(0)))), 0L, 0u);
  if ((v2 < 0L) != 0) {
  } else {
    ou[0 * tot + at] = 0u;
  }
  om[3 * tot + at] = 0UL;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
