// PoCL 6.0: a vector longer than the processor's registers, which is loaded and used behind a barrier: a call of a built-in function loses it.
// driver fault: Portable Computing Language 7.1: link-*
// options: -cl-std=CL3.0
// launch: k 2 groups 1
//   long[32] 1 2 3 4 5 6 7 8 9 a b c d e f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 20 -> 2*32
//   long[32] a5a5a5a5*32 -> 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 30 31 32
kernel void k(global long16 *io, global long16 *o) {
  size_t at = get_global_id(0);
  long16 x = io[at];
  io[at] = 2;
  o[at] = x + work_group_reduce_add(x.s0);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
