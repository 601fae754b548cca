// PoCL 3.1 crashed at a kernel of a single barrier (lib/lower/passes/single-barrier.c): nested loops, the outer with a way around that passes no barrier.
// options: -cl-std=CL3.0
// needs: fp64
// launch: k0 1 groups 1
//   int[1] 5d64673b
//   long[1] cb
//   uint 1
//   int 1
//   ulong 1
//   int[1] 7fbabd2d -> 7fbabd2d
//   float[2] a5a5a5a5*2 -> a5a5a5a5*2
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k0(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global float *of) {
  uint v2 = 0u;
  uint v6 = 0u;
  uint4 v7 = (uint4)(0u);
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  {
    #define c2 (uint)(((uint)ii[0u % tot]) & 3)
    v2 = 0;
    do {
      {
        const uint c6 = (uint)(v2 & 3);
        v6 = 0;
        while (v6++ < c6) {
          v7.s0 = PASTE(work_group_, scan_inclusive_mul)(0u);
        }
      }
    } while (++v2 < c2);
#undef c2
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
