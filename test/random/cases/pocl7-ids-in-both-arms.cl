// The same with get_global_id, in a kernel that calls nothing of the library: plain text as SPIR-V fails too.
// Portable Computing Language 7.1+debian, cpu-skylake-avx512-AMD EPYC: wrong: k0: argument 6, element 0: ff09a3c5, not a5a5a5a5 (2 of 100 wrong)
// By auto and compile-* PoCL alone builds it, and crashes where its process has built certain others before; plain text does too.
// driver fault: Portable Computing Language 7.1: auto compile-*
// options: -cl-std=CL3.0
// launch: k0 1x1 groups 1x1
//   int[1] 40
//   long[1] f1f331ef220a8dda
//   uint 1
//   int 1
//   ulong 1
//   int[1] 105 -> 105
//   int[1] a5a5a5a5 -> a5a5a5a5
//   ulong[1] a5a5a5a5a5a5a5a5 -> a5a5a5a5a5a5a5a5
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k0(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global int *oi, global ulong *om) {
  int v1 = 0;
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  if (n1)
    return;
  v1 = ((int)((1u <= rank_()) != 0 ? ((uint)get_global_id(1)) : ((uint)get_global_id(0))));
  oi[0 * tot + at] = (0L != (v1 != 0 ? 0L : 1L));
}

#if 0 // plain
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k0(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global int *oi, global ulong *om) {
  int v1 = 0;
  local ulong s_[1];
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  if (n1)
    return;
  v1 = ((int)((1u <= rank_()) != 0 ? ((uint)get_global_id(1)) : ((uint)get_global_id(0))));
  oi[0 * tot + at] = (0L != (v1 != 0 ? 0L : 1L));
}
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
