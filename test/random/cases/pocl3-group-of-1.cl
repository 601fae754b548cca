// Portable Computing Language 3.1+debian, pthread-skylake-avx512-AMD EPYC: crash: signal 6: Could not find a dominating alternative variable.
// options: -cl-std=CL3.0
// launch: k1 1x1 groups 1x1
//   int[1] bc
//   long[1] 78
//   uint 1
//   int 1
//   ulong 1
//   int[1] 120 -> 120
//   float[1] a5a5a5a5 -> a5a5a5a5
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k1(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global float *of) {
  int v2 = 0;
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  {
    #define c2 (int)(((int)il[0u % tot]) & 3)
    for (v2 = 0; v2 < c2; v2++) {
      io[at] = ((PASTE(work_group_, all)((((ulong)il[0u % tot]) == ((ulong)rank_()))) ? 0u : 0u) < ((uint)get_local_id(1)));
    }
#undef c2
  }
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
