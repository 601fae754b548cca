// clgroup-cc wrote an OpSwitch on a bool, which is no valid SPIR-V.
// options: -cl-std=CL3.0
// launch: k 8x1x1 groups 2x1x1
//   int[16] ffffffdb ffffffe2 ffffffe9 fffffff0 fffffff7 fffffffe 5 c 13 1a 21 28 2f 36 ffffffdc ffffffe3
//   int[16] a5a5a5a5*16 -> fffffffe*16
// launch: k 8x1x1 groups 2x1x1
//   int[16] ffffffdb ffffffe2 ffffffe9 0 fffffff7 fffffffe 5 c 13 1a 21 28 2f 36 ffffffdc ffffffe3
//   int[16] a5a5a5a5*16 -> ffffffe2*8 fffffffe*8
kernel void k(global const int *in, global int *o) {
  uint at = get_global_id(0);
  switch ((0u - (uint)in[at]) & 3u) { case 3: o[at] = 4; break; case 2: o[at] = in[5]; }
  switch ((work_group_all(in[at]) != 0) & 3) { case 0: o[at] = in[1]; break; case 1: o[at] = in[5]; break; case 2: o[at] = 4; break; default: o[at] = in[2]; }
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
