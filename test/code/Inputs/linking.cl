// As many calls of work-group functions as CALLS says: 1, 2, 3 for many, 4 for calls in loops too.
int helper(int x) { return work_group_reduce_add(x) + work_group_scan_inclusive_max(x); }

kernel void k(global int *p) {
  int x = p[get_global_id(0)];
  x = work_group_reduce_add(x);
#if CALLS >= 2
  x = work_group_reduce_add(x + p[0]);
#endif
#if CALLS >= 3
  x ^= work_group_all(x > 0) + 2 * work_group_any(x == 3);
  x ^= work_group_broadcast(x, 1) + work_group_broadcast(x, get_local_id(0) * 0);
  x ^= work_group_scan_exclusive_add(x) + work_group_scan_exclusive_add(x + 1);
  x ^= helper(x) + helper(x + 1);
  x ^= work_group_all(x) + work_group_any(x);
#endif
#if CALLS >= 4
  for (int n = 0; n < p[1]; ++n) {
    if (work_group_any(x > 5))
      break;
    x += work_group_reduce_min(x) + work_group_broadcast(x, 2);
  }
#endif
  p[get_global_id(0)] = x;
}

#if CALLS >= 3
kernel void again(global int *p) { p[get_global_id(0)] = helper(p[0]); }
#endif
#if CALLS >= 4
kernel void floats(global float *p) {
  float x = p[get_global_id(0)];
  p[get_global_id(0)] = work_group_reduce_add(x) + work_group_reduce_add(-x) + work_group_scan_inclusive_max(x);
}
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
