// PoCL 3.1 and 6.0, in work-groups of 1 and 2: "Could not find a dominating alternative variable" for a variable that has the local id when a loop with
// barriers begins (lib/lower/passes/loop-barriers.c).
// driver fault: Portable Computing Language 6.0: link-*
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// launch: k 1 groups 2
//   int 3
//   ulong[2] 5 6 ->
//     5 6
// launch: k 2 groups 1
//   int 3
//   ulong[2] 5 6 ->
//     d f
// launch: k 3 groups 1
//   int 2
//   ulong[3] 5 6 7 ->
//     b d f
kernel void k(int n, global ulong *io) {
  ulong a = get_local_id(0), b = 0;
  int i = 0;
  do {
    b += work_group_reduce_max(a);
    a = i & 1 ? get_local_id(0) : a + b;
  } while (++i < n);
  io[get_global_id(0)] += a + b;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
