// <clgroup/operator.h> knows the operator and the type of the added rows by their names alone: x xnor y on short.
// options: -cl-std=CL3.0
// launch: k 4 groups 1
//   int[4] 1 2 4 8
//   int[4] 0*4 -> 1 fffffffc 7 fffffff0
//   int[4] 0*4 -> ffffffff 1 fffffffc 7
#define CLGROUP_OPERATOR xnor
#define CLGROUP_TYPE short
#include <clgroup/operator.h>
kernel void k(global const int *in, global int *inclusive, global int *exclusive) {
  int i = (int)get_global_id(0);
  inclusive[i] = tile_scan_inclusive_xnor((short)in[i], 4);
  exclusive[i] = tile_scan_exclusive_xnor((short)in[i], 4);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
