kernel void calls(global int *p, global float *q) {
  size_t i = get_global_id(0);
  p[i] = work_group_reduce_add(p[i]) + work_group_all(p[i]);
  q[i] = work_group_scan_exclusive_min(q[i]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
