// A value that is read before its place is written, and used behind a barrier: to read it again there gives another, and so does a function that writes.
// driver fault: Portable Computing Language 7.1: *-tree link-*
// options: -cl-std=CL3.0
// launch: straight 4x1x1 groups 1x1x1
//   int[4] 1 2 3 4 -> 3 6 9 c
//   int[4] a5a5a5a5*4 -> b c d e
// launch: branch 4x1x1 groups 1x1x1
//   int 1
//   int[4] 1 2 3 4 -> 3 6 9 c
//   int[4] a5a5a5a5*4 -> b c d e
// launch: counted 4x1x1 groups 1x1x1
//   int 1
//   int[4] 1 2 3 4 -> 6 7 8 9
//   int[4] a5a5a5a5*4 -> b c d e
kernel void straight(global int *io, global int *o) {
  size_t at = get_global_id(0);
  int x = io[at];
  io[at] = x * 3;
  o[at] = work_group_reduce_add(x) + x;
}

kernel void branch(int n, global int *io, global int *o) {
  size_t at = get_global_id(0);
  int x = io[at], sum = 0;
  io[at] = x * 3;
  if (n)
    sum = work_group_reduce_add(x);
  o[at] = sum + x;
}

kernel void counted(int n, global int *io, global int *o) {
  size_t at = get_global_id(0);
  int x = atomic_add(io + at, 5), sum = 0;
  if (n)
    sum = work_group_reduce_add(x);
  o[at] = sum + x;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
