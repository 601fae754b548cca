// rusticl 26 by link crashed: a function that is not inlined, with a loop of as many turns as the work-item says in front of a barrier.
// options: -cl-std=CL3.0
// launch: k 64 groups 2
//   int[64] 1*64
//   int[128] a5a5a5a5*128 -> 40*128
static int sum(global const int *in, int n) {
  int r = 0;
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    r += in[i];
  return work_group_reduce_add(r);
}
kernel void k(global const int *in, global int *out) {
  out[get_global_id(0)] = sum(in, 64);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
