// Portable Computing Language 3.1+debian, pthread-skylake-avx512-AMD EPYC: crash: signal 6: Could not find a dominating alternative variable.
// options: -cl-std=CL3.0
// needs: fp64
// launch: k4 1 groups 1
//   int[1] 8e79392
//   long[1] 533f4aee05bb9804
//   uint 0
//   int 1
//   ulong 1
//   int[1] 5f -> 5f
//   float[1] a5a5a5a5 -> a5a5a5a5
//   double[1] a5a5a5a5a5a5a5a5 -> 3ff0000000000000
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
struct s0 { long m0; float m1; long m2; };
kernel void k4(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global float *of, global double *od) {
  ulong v1 = 0;
  long v2 = 0;
  struct s0 v5 = {0};
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  v1 = (PASTE(work_group_, all)(0) != 0 ? 0UL : 0UL);
  {
    const long c2 = (long)(((long)ii[0u % tot]) & 3);
    for (v2 = c2; v2-- > 0;) {
      switch (((uint)PASTE(work_group_, scan_inclusive_max)(0u) & 3u) * 1) {
      case 0x0u: {
      }
      case 0x1u: {
        v5.m0 = 1L;
      } break;
      case 0x2u: {
      }
      default: {
      } break;
      }
    }
  }
  od[0 * tot + at] = (double)(v5.m0 & 255);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
