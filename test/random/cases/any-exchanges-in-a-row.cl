// Exchanges of <clgroup/operator.h> and functions of the standard share scratch, in a loop.
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// launch: k 65 groups 2
//   uint[130] small:7
//   uint[130] a5a5a5a5*130 -> xxh64:f8922e0eb4fa417d
// launch: k 9x5 groups 1x1
//   uint[45] small:8
//   uint[45] a5a5a5a5*45 ->
//     17 24 3a 2e 27 2c 44 3c 43 2e 1c 2c 24 24 34 2c 24 3a 37 23 22 1c 34 44 3a 2e 2c 2a 2f 3c 34 32 32 46 34 22 2b 2b
//     2f 42 32 24 22 2c 32
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
  for (uint n = 0; n < 2; n++) {
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
