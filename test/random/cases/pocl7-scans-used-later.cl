// PoCL 7.1: a scan's result that is used behind a later scan of it is loaded again from scratch memory that was overwritten.
// options: -cl-std=CL3.0
// launch: k 16x1x1 groups 4x1x1
//   int[64] small:1
//   int[512] a5a5a5a5*512 -> xxh64:4ae1dc846af7e39b
// launch: k 3x1x1 groups 2x1x1
//   int[6] small:2
//   int[48] a5a5a5a5*48 ->
//     ffffffe8 ffffffe9 ffffffea 0 fffffffb fffffff6 7fffffff ffffffe8*2 7fffffff 0 fffffffb 5 fffffffd fffffff4 5*2
//     fffffffb 5 2 fffffff6 5 a 5 fffffff8 fffffff9 0*4 fffffff9 fffffff3 fffffff4 1 2 3 fffffff8 fffffff1*2 0
//     fffffffe fffffffa fffffff0 ffffffca ffffff9d 0 fffffffc ffffffee
// launch: k 5x3x1 groups 1x2x1
//   int[30] small:3
//   int[240] a5a5a5a5*240 -> xxh64:e5d1c20eafde3d00
kernel void k(global const int *in, global int *out) {
  size_t n = get_global_size(0) * get_global_size(1), i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  int x = in[i];
  int a = work_group_scan_inclusive_min(x) * 3 + (int)get_local_id(0), b = work_group_scan_exclusive_min(a);
  int c = work_group_scan_exclusive_add(x) ^ 5, d = work_group_scan_inclusive_add(c);
  float e = work_group_scan_inclusive_max((float)x), f = work_group_scan_inclusive_add(e + 1);
  long g = work_group_scan_inclusive_add((long)x), h = work_group_scan_inclusive_add(g * 3 - x);
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
