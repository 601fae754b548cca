// rusticl 25 by link and tree hung: it does not inline what is called more than once, and loses its private memory.
// options: -cl-std=CL3.0
// launch: k 8x1x1 groups 1x1x1
//   int[8] 0*8
//   int[8] a5a5a5a5*8 -> 1*8
// launch: k 64x1x1 groups 1x1x1
//   int[8] 0*8
//   int[64] a5a5a5a5*64 -> 1*64
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
long h1(long v2) { v2 = (long)rank_(); return 1L; }
kernel void k(global const int *in, global int *ol) {
  uint at = rank_();
  long v14 = work_group_reduce_min(1L);
  ol[at] = 1;
  for (int i15 = 2; i15-- > 0;) { h1(0L); }
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
