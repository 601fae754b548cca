// PoCL 6.0 by cc: "undefined symbol: _local_size_y": a noinline helper that asks for ids; plain text as SPIR-V fails too.
// Portable Computing Language 6.0+debian, cpu-skylake-avx512-AMD EPYC: crash: signal 6: note: missing symbols in the kernel binary might be reported as 'file not found' errors.
// options: -cl-std=CL3.0
// needs: fp64
// launch: k3 1x1 groups 1x1
//   int[1] ae9662ed
//   long[1] 385d52b957764965
//   uint 1
//   int 1
//   ulong 1
//   int[1] 113 -> 113
//   long[1] a5a5a5a5a5a5a5a5 -> 0
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
struct s0 { double m0; float m1; uint m2; };
__attribute__((noinline)) long h0(struct s0 v0) {
  return ((long)rank_());
}
kernel void k3(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global long *ol) {
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  ol[0 * tot + at] = (1 != 0 ? h0(((struct s0){0.0, 0.0f, 0u})) : 0L);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
