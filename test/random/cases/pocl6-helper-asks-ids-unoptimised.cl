// PoCL 6.0: "undefined symbol: _group_id_x": by cc, compile and auto a helper of the user that asks for ids, with -cl-opt-disable (optnone: not inlined). From source it runs.
// Portable Computing Language 6.0+debian, cpu-skylake-avx512-AMD EPYC: crash: signal 6: note: missing symbols in the kernel binary might be reported as 'file not found' errors.
// options: -cl-std=CL3.0 -cl-opt-disable
// needs: fp64
// launch: k2 1 groups 1
//   int[1] 2cf9c539
//   long[1] da71cc9be7fd8c4f
//   uint 1
//   int 1
//   ulong 1
//   int[1] 91 -> 91
//   uint[1] a5a5a5a5 -> 0
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k2(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global uint *ou) {
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  ou[0 * tot + at] = PASTE(work_group_, scan_inclusive_and)(0u);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
