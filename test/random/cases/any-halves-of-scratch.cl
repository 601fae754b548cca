// Work-groups whose size is known, and large in z alone or not a whole number of longs: the parts of the scratch memory stay apart.
// options: -cl-std=CL3.0
// launch: deep 2x1x4 groups 1x1x1
//   int[8] 1 2 3 4 5 6 7 8
//   int[8] a5a5a5a5*8 -> 57*8
// launch: ints_then_longs 4x1x1 groups 1x1x1
//   int[4] 1 2 3 4
//   int[4] a5a5a5a5*4 -> 1 3 6 a
//   long[4] a5a5a5a5a5a5a5a5*4 -> 3*4
// launch: longs_then_ints 3x1x1 groups 1x1x1
//   int[3] 1 2 3
//   int[3] a5a5a5a5*3 -> 34*3
//   long[3] a5a5a5a5a5a5a5a5*3 -> 1 3 6
// launch: shared 80x1x1 groups 1x1x1
//   int[80] small:1
//   int[80] a5a5a5a5*80 -> xxh64:3f770c9066b68873
kernel void __attribute__((reqd_work_group_size(2, 1, 4))) deep(global const int *in, global int *o) {
  size_t at = get_global_id(2) * 2 + get_global_id(0);
  int a = work_group_broadcast(in[at], 0, 0, 1), b = work_group_broadcast(in[at], 1, 0, 3);
  int c = work_group_broadcast(in[at], 0, 0, 1);
  o[at] = a + 10 * b + c + 1;
}

kernel void __attribute__((reqd_work_group_size(4, 1, 1))) ints_then_longs(global const int *in, global int *o, global long *p) {
  size_t at = get_global_id(0);
  o[at] = work_group_scan_inclusive_add(in[at]);
  p[at] = work_group_broadcast((long)in[at], 2);
}

kernel void __attribute__((reqd_work_group_size(3, 1, 1))) longs_then_ints(global const int *in, global int *o, global long *p) {
  size_t at = get_global_id(0);
  p[at] = work_group_scan_inclusive_add((long)in[at]);
  int a = work_group_broadcast(in[at], 2), b = work_group_broadcast(in[at] * 16, 2);
  o[at] = a + b + 1;
}

// The array leaves no room for memory of each call's own.
kernel void __attribute__((reqd_work_group_size(80, 1, 1))) shared(global const int *in, global int *o) {
  local int array[1 << 12];
  size_t at = get_global_id(0);
  array[at] = in[at];
  int a = work_group_reduce_add(array[at]), b = work_group_broadcast(array[at], 5), c = work_group_reduce_max(array[at]);
  o[at] = a + 10 * b + 100 * c + work_group_broadcast(array[at], 6) * work_group_broadcast(array[at], 7);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
