// clgroup-cc refused what every driver's own compiler takes: "Variables can not have a function[7] storage class outside of a function".
// options: -cl-std=CL3.0
// launch: k 4 groups 1
//   int[4] 3 0 5 2
//   int[4] a5a5a5a5*4 -> 4b 3b 2a 45
kernel void k(global const int *in, global int *o) {
  size_t i = get_global_id(0);
  o[i] = ((int[8]){49, -1, 59, 65, 72, 32, 43, 20})[in[i] & 7] + work_group_reduce_add(in[i]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
