// PoCL 7.1: for the whole work-group it takes the branch of the first work-item, where LLVM takes the condition out of a loop with barriers, which
// it does if nothing was optimized before. --driver=pocl ignores -cl-opt-disable.
// options: -cl-std=CL3.0 -cl-opt-disable
// launch: k0 8x2 groups 1x1
//   int[1] 7
//   uint 2
//   int[16] 9*16 -> 9*16
//   int[32] a5a5a5a5*32 -> 5*16 1*16
static uint rank_(void) { return (uint)(get_local_id(1) * get_local_size(0) + get_local_id(0)); }
kernel void k0(global const int *ii, uint n0, global int *io, global int *oi) {
  uint at = rank_();
  for (uint i = 0; i < n0; i++) {
    oi[at] = work_group_broadcast((rank_() & 63) < 4 ? io[at] : ii[0] - 2, (uint)ii[0] % (uint)get_local_size(0), 0UL);
    oi[16 + at] = work_group_any(io[at]);
  }
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
