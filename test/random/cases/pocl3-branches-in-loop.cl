// PoCL 3.1 aborted ("Could not find a dominating alternative variable") in work-groups of 1 and 2.
// options: -cl-std=CL3.0
// launch: k 1x1x1 groups 2x1x1
//   int 4
//   int[2] 3 5
//   int[2] a5a5a5a5*2 -> 6 a
//   int[2] a5a5a5a5*2 -> 3 5
// launch: k 2x1x1 groups 1x1x1
//   int 3
//   int[2] 3 5
//   int[2] a5a5a5a5*2 -> b d
//   int[2] a5a5a5a5*2 -> 0 3
int f(int x) { return x + work_group_reduce_add(x); }
kernel void k(int n, global const int *in, global int *o, global int *p) {
  uint at = get_global_id(0);
  int a = f(in[at]), d = 0;
  for (int i = 0; i < n; i++)
    if (i & 1)
      d = work_group_reduce_add(in[at]);
    else
      d = work_group_scan_exclusive_add(in[at]);
  o[at] = a;
  p[at] = d;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
