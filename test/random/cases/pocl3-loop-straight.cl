// PoCL 3.1, in work-groups of 1 and 2: "Could not find a dominating alternative variable" for loops in straight-line code, unless there is a barrier at
// the end of `scan`, where LLVM knows the id, and in front of `leaves`, at whose end it would load the id; `reduce` needs none
// (lib/lower/passes/loop-barriers.c).
// options: -cl-std=CL3.0
// launch: reduce 1 groups 1
//   int 3
//   int[1] 5 ->
//     14e
// launch: reduce 2 groups 1
//   int 3
//   int[2] 5 6 ->
//     2a0 2a1
// launch: reduce 3 groups 1
//   int 3
//   int[3] 5 6 7 ->
//     4c4 4c5 4c6
// launch: scan 1 groups 1
//   int 3
//   int[1] 5 ->
//     10
// launch: scan 2 groups 1
//   int 3
//   int[2] 5 6 ->
//     10 25
// launch: scan 3 groups 1
//   int 3
//   int[3] 5 6 7 ->
//     10 25 4d
// launch: leaves 1 groups 1
//   int 3
//   int[1] 5 ->
//     16
// launch: leaves 2 groups 1
//   int 3
//   int[2] 5 6 ->
//     44 45
// launch: leaves 3 groups 1
//   int 3
//   int[3] 5 6 7 ->
//     bd be bf
kernel void reduce(int n, global int *io) {
  int v = io[get_local_id(0)], i = 0;
  do {
    io[get_local_id(0)] += i;
    v = work_group_broadcast(v * 3, 0) + work_group_reduce_add(v + i);
  } while (++i < n);
  io[get_local_id(0)] += v;
}
kernel void scan(int n, global int *io) {
  int v = io[get_local_id(0)], i = 0;
  do {
    io[get_local_id(0)] += i;
    v = work_group_scan_inclusive_add(v + i);
  } while (++i < n);
  io[get_local_id(0)] += v;
}
kernel void leaves(int n, global int *io) {
  int v = io[get_local_id(0)], i = 0;
  for (;;) {
    io[get_local_id(0)] += i;
    v = work_group_reduce_add(v + i);
    if (i >= n)
      break;
    i += 1 + (v & 1);
    if (v == 99999)
      io[0] = 3;
  }
  io[get_local_id(0)] += v;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
