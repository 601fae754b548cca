// LLVM selects one of two vectors by one bool, which is no valid SPIR-V before 1.4 (LLVM 19).
// Portable Computing Language 6.0+debian, cpu-skylake-avx512-AMD EPYC: refused: error: /usr/bin/llvm-spirv-19 made invalid SPIR-V of '/tmp/clgroup-random-0ivCVH/cc-tree/kernel.cl': Expected vector sizes of Result Type and the condition to be equal: Select; please report this with the kernel (--no-validate writes it all the same)
// options: -cl-std=CL3.0
// needs: fp64
// launch: k1 1x1 groups 1x1
//   int[1] 2790b6fd
//   long[1] 4fc66241b5b46741
//   uint 1
//   int 1
//   ulong 0
//   int[1] 121 -> 121
//   int[2] a5a5a5a5*2 -> a5a5a5a5*2
//   ulong[1] a5a5a5a5a5a5a5a5 -> a5a5a5a5a5a5a5a5
//   float[1] a5a5a5a5 -> a5a5a5a5
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
typedef int t_int;
typedef uint t_uint;
typedef long t_long;
kernel void k1(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global int *oi, global ulong *om, global float *of) {
  t_long v0 = 0;
  ulong4 v1 = 0;
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  {
    const long c0 = (long)((PASTE(work_group_, all)(0) ? 0L : ((t_long)grp_())) & 3);
    for (v0 = 0; v0 < c0; v0++) {
      if ((((t_uint)il[(at + 25) % tot]) != 0u) != 0) {
        v1.s3 = 0UL;
      }
    }
  }
  if (((t_int)v1.s0)) {
    oi[1 * tot + at] = 0;
  }
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
