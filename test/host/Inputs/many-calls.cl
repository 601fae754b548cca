// A kernel that is heavy with calls: every core operator and form, three types, one of the calls in a loop.
kernel void many(global int *a, global float *b, global long *c) {
  size_t i = get_global_id(0);
  int x = a[i];
  x += work_group_reduce_add(x);
  x += work_group_scan_inclusive_add(x);
  x += work_group_scan_exclusive_add(x);
  x += work_group_reduce_min(x);
  x += work_group_scan_inclusive_min(x);
  x += work_group_scan_exclusive_max(x);
  x += work_group_any(x > 3);
  x += work_group_broadcast(x, 0);
  a[i] = x;
  float y = work_group_scan_inclusive_add(b[i]);
  b[i] = y + work_group_reduce_max(y);
  long z = work_group_scan_exclusive_add(c[i]);
  for (int k = 0; k < 8; k++)
    z += work_group_reduce_add(z + k);
  c[i] = z;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
