// Loops, local variables and helpers around work-group functions.
#ifndef HINT
#define HINT
#endif
static int twice(int x) {
  int y = x + work_group_broadcast(x, 0);
  return 2 * y;
}
kernel void one_variable(global int *p) {
  int x = p[get_global_id(0)];
  p[get_global_id(0)] = work_group_all(x);
}
kernel void loop(global int *p, int n) {
  int x = p[get_global_id(0)];
  HINT for (int i = 0; i < n; ++i) x += work_group_reduce_add(x) ^ i;
  p[get_global_id(0)] = x;
}
kernel void nested(global int *p, global float *q, int n) {
  int x = p[get_global_id(0)];
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 1)
      continue;
    for (int j = 0; j < i; ++j)
      x = twice(x) + work_group_any(j < x);
    sum += work_group_reduce_add(q[i]);
    if (x == 0)
      break;
  }
  p[get_global_id(0)] = x;
  q[get_global_id(0)] = sum;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
