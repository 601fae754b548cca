int twice(int x) {
  return 2 * work_group_reduce_max(x);
}

kernel void k(global int *p) {
  local int last;
  const size_t i = get_global_id(0);
  int x = work_group_scan_exclusive_add(p[i]);
  if (work_group_any(x == 3))
    x += twice(p[i]);
  if (get_local_id(0) == 39)
    last = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[i] = x - last;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
