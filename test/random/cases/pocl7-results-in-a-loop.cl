// PoCL 7.1, if results that a loop overwrites are plain loads: each is loaded again where it is used, behind the exchanges that follow.
// options: -cl-std=CL3.0
// launch: k 16 groups 4
//   int 5
//   int[64] small:1
//   int[64] a5a5a5a5*64 ->
//     846*16 e8f*16 7fffff8c*16 4a*16
kernel void k(int n, global const int *in, global int *out) {
  size_t at = get_global_id(0);
  int x = in[at];
  for (int i = 0; i < n; ++i) {
    int r = work_group_reduce_max(x), s = work_group_scan_inclusive_add(x), t = work_group_scan_exclusive_min(x + i);
    out[at] = r;
    x = s - t;
  }
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
