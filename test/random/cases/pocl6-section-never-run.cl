// PoCL 6.0 ran the first work-item twice: of a part of a single barrier (lib/lower/passes/single-barrier.c) that is never run it made an endless loop.
// options: -cl-std=CL3.0
// launch: k 1x5 groups 1x1
//   int[5] 3*5
//   long[5] a5a5a5a5a5a5a5a5*5 -> c35*5
//   uint[5] a5a5a5a5*5
// launch: k 5x1 groups 1x1
//   int[5] 3*5
//   long[5] a5a5a5a5a5a5a5a5*5 -> c35*5
//   uint[5] a5a5a5a5*5
#define CLGROUP_OPERATOR and
#define CLGROUP_TYPE int
#include <clgroup/operator.h>
uint size(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
int all_of(int x) {
  int items[10];
  for (uint k = 0; k < 10; k++)
    items[k] = x + 3 * k;
  return work_group_reduce_items_and(items, 10);
}
long product(int v) {
  all_of(v);
  return (int)get_group_id(0) < v ? work_group_reduce_mul((long)size()) : 7;
}
kernel void k(global const int *in, global long *out, global uint *sums) {
  uint at = get_local_id(0) + get_local_id(1);
  if (in[0])
    for (long n = min((long)get_group_id(0), product((int)get_group_id(0))) & 3; n-- > 0;)
      sums[at] = work_group_reduce_add(size());
  out[at] = product(898);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
