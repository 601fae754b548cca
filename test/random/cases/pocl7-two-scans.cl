// PoCL 7.1, link-serial: a scan's result was loaded again behind a scan of another kind, where a reduce comes first.
// options: -cl-std=CL3.0
// launch: k 16x1x1 groups 4x1x1
//   int[64] small:1
//   int[192] a5a5a5a5*192 -> xxh64:84cb83ff3552aa92
kernel void k(global const int *in, global int *out) {
  size_t n = get_global_size(0), i = get_global_id(0);
  int a = work_group_reduce_min(in[i]), b = work_group_scan_inclusive_min(in[i]), c = work_group_scan_exclusive_min(in[i]);
  out[i] = a;
  out[n + i] = b;
  out[2 * n + i] = c;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
