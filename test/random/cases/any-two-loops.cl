// Two loops, each with a way around that passes no barrier: in a kernel of a single barrier (lib/lower/passes/single-barrier.c) both begin a section.
// options: -cl-std=CL3.0
// launch: k 4x1x1 groups 1x1x1
//   int 4
//   int[8] 1 2 3 4 1*4
//   int[4] a5a5a5a5*4 -> 3d 3e 3f 40
//   int[4] a5a5a5a5*4 -> 4 8 d 13
kernel void k(int n, global const int *in, global int *o, global int *p) {
  uint at = get_global_id(0);
  int x = in[at], y = 1, skips = 1;
  for (int i = 0; i < n; i += in[i]) {
    if (in[i] == 2)
      continue;
    x += work_group_reduce_add(x);
  }
  for (int j = 0; j < n; j += in[j]) {
    if (in[j] == 2 && skips-- > 0)
      continue;
    y += work_group_scan_inclusive_add(y);
  }
  o[at] = x;
  p[at] = y;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
