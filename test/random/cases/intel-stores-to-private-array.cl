// Intel by link-vector, which way auto took: stores to the array were lost, since the kernel had sub-group functions.
// options: -cl-std=CL3.0
// driver fault: Intel: *-vector *-subgroup
// launch: k 2x1x1 groups 2x1x1
//   int[4] 3 0 5 2
//   int[32] a5a5a5a5*32 ->
//     0 7 2 9 fffffffb 1 2 3 0 7 2 3 fffffffb 1 2 3 1 7 2 3 fffffffb 9 2 3 1 7 2 9 fffffffb 1 2 3
kernel void k(global const int *in, global int *o) {
  int r = get_local_id(0), at = get_global_id(0);
  int s = work_group_all(in[at]);
  int g[8] = {s, at, 2, 3, -5, 1, 2, 3};
  g[(r + in[at]) & 7] = 9;
  g[(r < 2) & 7] = 7;
  o[at * 8 + 0] = g[0];
  o[at * 8 + 1] = g[1];
  o[at * 8 + 2] = g[2];
  o[at * 8 + 3] = g[3];
  o[at * 8 + 4] = g[4];
  o[at * 8 + 5] = g[5];
  o[at * 8 + 6] = g[6];
  o[at * 8 + 7] = g[7];
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
