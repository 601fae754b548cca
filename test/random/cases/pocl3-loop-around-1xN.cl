// PoCL 3.1 and 6.0: where a branch leads to a loop or around it, what is in front of it ran twice for the first work-item of groups of 1xN, unless
// the branch was behind a barrier (lib/lower/passes/loop-barriers.c).
// driver fault: Portable Computing Language 6.0: link-*
// options: -cl-std=CL3.0
// launch: k 1x3 groups 2x1
//   int 1
//   int[6] 1 2 3 4 5 6 ->
//     2 3 4*2 5 6
// launch: k 1x1x2 groups 2x1x1
//   int 2
//   int[4] 1 2 3 4 ->
//     8 24 18 5c
// launch: k 2 groups 2
//   int 1
//   int[4] 1 2 3 4 ->
//     2 3*2 4
kernel void k(int n, global int *io) {
  size_t at = get_group_id(0) * get_local_size(0) * get_local_size(1) * get_local_size(2) +
              (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
  int v = io[at];
  io[at] = 0;
  for (int i = 1; i < n; i++) {
    for (int j = 0; j < (n & 3) + 1; j++)
      v += work_group_scan_inclusive_add(v);
    v += work_group_scan_exclusive_add(v);
  }
  io[at] = v + work_group_all(v & 3);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
