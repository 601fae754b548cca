// A kernel that calls another kernel; both use work-group functions.

#define ARGUMENTS global const int *in, global long *out, uint items, global const uint *uniform

KERNEL void inner(ARGUMENTS) {
  int x = in[item()];
  out[GUARD + item()] = work_group_scan_inclusive_add(x);
}

KERNEL void outer(ARGUMENTS) {
  inner(in, out, items, uniform);
  int y = work_group_reduce_add((int)out[GUARD + item()]);
  out[GUARD + items + item()] = y;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
