// PoCL 3.1 aborted at a kernel of a single barrier (lib/lower/passes/single-barrier.c): LLVM made the default of a switch unreachable.
// options: -cl-std=CL3.0
// needs: fp64
// launch: k0 1 groups 1
//   int[1] 5d64673b
//   long[1] cb
//   uint 1
//   int 1
//   ulong 1
//   int[1] 7fbabd2d -> 7fbabd2d
//   float[2] a5a5a5a5*2 -> a5a5a5a5 0
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k0(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global float *of) {
  double v0[4] = {0.0, 0.0, 0.0, 0.0};
  uint v2 = 0u;
  int v4[4] = {0, 0, 0, 0};
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  switch (((uint)((uint)get_local_size(0)) & 3u) * 1) {
  case 0x0u: {
    v0[(uint)0u % 4u] = 1.0;
  } break;
  case 0x1u: {
  }
  case 0x2u: {
  } break;
  case 0x3u: {
    {
      const uint c2 = (uint)(PASTE(work_group_, broadcast)(0u, 0u) & 3);
      v2 = 0;
      do {
      } while (++v2 < c2);
    }
  } break;
  }
  v4[(uint)0u % 4u] = PASTE(work_group_, scan_exclusive_mul)(v4[(uint)((v0[(uint)0u % 4u] < 1.0) != 0 ? 1u : 0u) % 4u]);
  of[1 * tot + at] = 0.0f;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
