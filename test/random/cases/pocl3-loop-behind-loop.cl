// PoCL 3.1: a loop whose turns differ between work-items, in front of one with barriers, got a barrier in its latch
// (lib/lower/passes/loop-barriers.c).
// options: -cl-std=CL3.0
// launch: k 8 groups 1
//   int[8] 3 1 4 1 5 9 2 6
//   int[8] 0*8 ->
//     95e9ce0d 95e9ce19 95e9ce1b 95e9ce22 95e9ce33 95e9ce3b 95e9ce33 95e9ce3a
kernel void k(global const int *in, global int *out) {
  int id = get_local_id(0), x = id, s = 0, turns = 0;
  do {
    s += in[x & 7];
    x = x * 3 + 1;
    turns++;
  } while (turns <= (id & 7) * 2);
  for (int i = 0; i < 1000; i++)
    s = work_group_reduce_add(s * in[i & 7]) + s;
  out[get_global_id(0)] = s;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
