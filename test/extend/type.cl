// Functions of a type that type.inc adds: sums wrap around at 16 bits, and an empty sum of max is the lowest short.
// options: -cl-std=CL3.0
// launch: k 4 groups 1
//   int[4] 7000 7000 7000 1
//   int[4] 0*4 -> 7000 ffffe000 5000 5001
//   int[4] 0*4 -> ffff8000 7000 7000 7000
//   int[4] 0*4 -> 1*4
short __attribute__((overloadable)) work_group_scan_inclusive_add(short x);
short __attribute__((overloadable)) work_group_scan_exclusive_max(short x);
short __attribute__((overloadable)) work_group_broadcast(short x, size_t id);
kernel void k(global const int *in, global int *sums, global int *highest, global int *last) {
  int i = (int)get_global_id(0);
  short x = (short)in[i];
  sums[i] = work_group_scan_inclusive_add(x);
  highest[i] = work_group_scan_exclusive_max(x);
  last[i] = work_group_broadcast(x, 3);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
