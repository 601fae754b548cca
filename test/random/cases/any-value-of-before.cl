// A value that is read before its place is written, and used behind a barrier: to read it again there gives another, and so does a function that writes.
// driver fault: Portable Computing Language 7.1: link-*
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
// launch: many 4x1x1 groups 1x1x1
//   int[4] 1 2 3 4 -> 3 6 9 c
//   int[4] a5a5a5a5*4 -> 40 41 42 43
// launch: pairs 4x1x1 groups 1x1x1
//   int[8] 1 2 3 4 5 6 7 8 -> 2*8
//   float[8] a5a5a5a5*8 -> 41880000 41900000 41980000 41a00000 41a80000 41b00000 41b80000 41c00000
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

kernel void many(global int *io, global int *o) {
  size_t at = get_global_id(0);
  int x = io[at];
  io[at] = x * 3;
  int sum = work_group_reduce_add(x), a = work_group_reduce_max(x), b = work_group_reduce_min(x), c = work_group_reduce_add(x + a - b);
  o[at] = x + sum + a + b + c + work_group_reduce_max(x + c);
}

kernel void pairs(global int *io, global float *o) {
  size_t at = get_global_id(0);
  int2 x = vload2(at, io);
  vstore2((int2)(2), at, io);
  vstore2(convert_float2(x + work_group_reduce_add(x.x)), at, o);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
