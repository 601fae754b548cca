// clang puts a cast between two variables, and SPIR-V wants its OpVariables first (LLVM 15).
// Intel(R) OpenCL 2026.22.10.0.01_160000, AMD EPYC: refused: error: /usr/bin/llvm-spirv-15 made invalid SPIR-V of '/tmp/clgroup-random-oJTsdB/cc-serial/kernel.cl': All OpVariable instructions in a function must be the first instructions in the first block; please report this with the kernel (--no-validate writes it all the same)
// options: -cl-std=CL3.0
// needs: fp64 fp16
// launch: k3 1x1 groups 1x1
//   int[1] 105
//   long[1] 4e0880552165d293
//   uint 1
//   int 1
//   ulong 1
//   int[1] e604594e -> e604594e
//   uint[1] a5a5a5a5 -> a5a5a5a5
//   float[1] a5a5a5a5 -> 3f800000
//   double[1] a5a5a5a5a5a5a5a5 -> 3ff0000000000000
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
kernel void k3(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global uint *ou, global float *of, global double *od) {
  half v1[4] = {0};
  uint v3[4] = {0};
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  of[0 * tot + at] = clamp(clamp(clamp(PASTE(work_group_, scan_exclusive_mul)(0.0f), (-2097152.0f), 2097152.0f), (-65536.0f), 65536.0f), (-65536.0f), 65536.0f);
  od[0 * tot + at] = ((v1[(uint)v3[(uint)((uint)ii[at]) % 4u] % 4u] < 0.0h) != 0 ? 0.0 : (double)(((long)ii[(at + 6) % tot]) & 1));
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
