// PoCL 7.1 repeated the load of an inclusive scan's result behind the exclusive scan of the same value.
// options: -cl-std=CL3.0
// launch: k 16x1x1 groups 4x1x1
//   int[64] small:1
//   int[512] a5a5a5a5*512 -> xxh64:591baef269f10fcf
// launch: k 3x1x1 groups 2x1x1
//   int[6] small:2
//   int[48] a5a5a5a5*48 ->
//     fffffff8*3 0 fffffffe fffffffc 7fffffff fffffff8*2 7fffffff 0 fffffffe 0 fffffff8 fffffff1 0*2 fffffffe
//     fffffff8 fffffff1*2 0 fffffffe fffffffa fffffff8 fffffff9 0*4 fffffff8 fffffff1*2 0 fffffffe fffffffa fffffff8
//     fffffff1*2 0 fffffffe fffffffa ffffffe8 ffffffd3*2 0 fffffffa ffffffee
// launch: k 5x3x1 groups 1x2x1
//   int[30] small:3
//   int[240] a5a5a5a5*240 -> xxh64:88be0679562a7012
kernel void k(global const int *in, global int *out) {
  size_t n = get_global_size(0) * get_global_size(1), i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  int x = in[i];
  int a = work_group_scan_inclusive_min(x), b = work_group_scan_exclusive_min(x);
  int c = work_group_scan_exclusive_add(x), d = work_group_scan_inclusive_add(x);
  float e = work_group_scan_inclusive_max((float)x), f = work_group_scan_inclusive_add((float)x);
  long g = work_group_scan_inclusive_add((long)x), h = work_group_scan_inclusive_add((long)x * 3);
  out[i] = a;
  out[n + i] = b;
  out[2 * n + i] = c;
  out[3 * n + i] = d;
  out[4 * n + i] = (int)e;
  out[5 * n + i] = (int)f;
  out[6 * n + i] = (int)g;
  out[7 * n + i] = (int)h;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
