// PoCL 3.1 by cc and compile, serial (auto too), aborts in work-groups of 1 and 2: "Could not find a
// dominating alternative variable". In work-groups of 3 and more, by tree, and with plain helpers it runs.
// options: -cl-std=CL3.0
// launch: k 2 groups 1
//   int 2
//   int[2] 1 1 -> 3 5
kernel void k(int n, global int *io) {
  for (int v = 0; v < n; v++)
    io[get_local_id(0)] += work_group_reduce_add((int)get_local_id(0)) + get_local_id(0);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
