// Reduces of tiles where LLVM has not unrolled the loop over their steps.
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -O0
// options: -cl-std=CL3.0 -O1
// options: -cl-std=CL3.0 -Os
// launch: k 40 groups 1
//   uint[40] 0 1 2 3 4 5 6 7 8 9 a b c d e f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27
//   uint[80] 0*80 ->
//     78*16 178*16 11c*8
//     6*4 16*4 26*4 36*4 46*4 56*4 66*4 76*4 86*4 96*4
#define CLGROUP_OPERATOR add
#define CLGROUP_TYPE uint
#include <clgroup/operator.h>
kernel void k(global const uint *in, global uint *out) {
  const size_t i = get_global_id(0);
  out[i] = tile_reduce_add(in[i], 16);
  out[40 + i] = tile_reduce_add(in[i], 4);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
