// Exchanges of <clgroup/operator.h> and functions of the standard share scratch, in a loop.
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// launch: k 65 groups 2
//   uint[130] small:7
//   uint[130] a5a5a5a5*130 -> xxh64:4477a507e8279e5b
// launch: k 9x5 groups 1x1
//   uint[45] small:8
//   uint[45] a5a5a5a5*45 ->
//     22 44 5f 6c 6a 66 7c 8c 8a 86 4b 4c 63 4b 5b 73 63 64 86 5b 5a 3f 64 7c 84 6c 5c 67 66 6e 84 77 74 84 7c 67 5a
//     6c 63 86 8c 67 4f 57 5f
uint last(uint a, uint b) {
  return b ? b : a;
}
#define CLGROUP_OPERATOR last
#define CLGROUP_TYPE uint
#define CLGROUP_COMBINE(a, b) last(a, b)
#define CLGROUP_IDENTITY 0
#include <clgroup/operator.h>
kernel void k(global const uint *in, global uint *out) {
  const size_t i = (get_group_id(0) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
  uint x = in[i];
  for (uint n = 0; n < 3; n++) {
    x += work_group_scan_exclusive_last(x);
    x ^= tile_scan_exclusive_last(x & (8 + n), 64);
    x += work_group_reduce_max(x & 7);
    uint items[2] = {x & 5, x & 2};
    const uint sum = work_group_scan_inclusive_items_last(items, 2);
    x += sum + items[1];
  }
  out[i] = x;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
