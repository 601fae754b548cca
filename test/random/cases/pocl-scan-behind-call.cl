// PoCL, strategy tree: an exclusive scan behind a branch gave some work-items a wrong value where rank 0 returned early.
// options: -cl-std=CL3.0
// launch: k 3x1x1 groups 1x1x1
//   int[3] 1 1 1
//   uint[3] a5a5a5a5*3 -> 0 1 1
kernel void k(global const int *in, global uint *o) {
  uint at = get_global_id(0);
  uint x = 3u;
  if (work_group_all(in[at]))
    x = work_group_scan_exclusive_max(775u);
  o[at] = x != (uint)get_local_id(1) ? max((uint)in[at], (uint)get_local_size(2)) : (uint)get_local_id(0);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
