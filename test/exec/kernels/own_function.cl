// In OpenCL C 1.2 the standard's names are free: these are the user's own functions.

int work_group_scan_inclusive_add(int x);
int work_group_scan_inclusive_add(int x) {
  return x * 7;
}

int work_group_all(int x, int y);
int work_group_all(int x, int y) {
  return x - y;
}

KERNEL void own_function(global const int *in, global long *out, uint items, global const uint *unused) {
  int x = in[item()];
  out[GUARD + item()] = work_group_scan_inclusive_add(x);
  out[GUARD + items + item()] = work_group_all(x, 3);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
