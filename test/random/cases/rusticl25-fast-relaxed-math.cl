// rusticl 25 by link with -cl-fast-relaxed-math and a comparison of floats: refused, since it did not take the library's module.
// options: -cl-std=CL3.0 -cl-fast-relaxed-math
// options: -cl-std=CL3.0
// launch: k 3x1x1 groups 1x1x1
//   int[3] 1 1 1
//   uint[3] a5a5a5a5*3 -> 7*3
kernel void k(global const int *in, global uint *o) {
  o[get_global_id(0)] = work_group_broadcast(7u, (int)(0.0f != (float)(in[0] & 1)));
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
