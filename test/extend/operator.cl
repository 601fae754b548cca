// A reduction and both scans by an operator that operator.inc adds: x xnor y.
// options: -cl-std=CL3.0
// launch: k 4 groups 1
//   int[4] 1 2 4 8
//   int[4] 0*4 -> 1 fffffffc 7 fffffff0
//   int[4] 0*4 -> ffffffff 1 fffffffc 7
//   int[4] 0*4 -> fffffff0*4
kernel void k(global const int *in, global int *inclusive, global int *exclusive, global int *all) {
  int i = (int)get_global_id(0), x = in[i];
  inclusive[i] = work_group_scan_inclusive_xnor(x);
  exclusive[i] = work_group_scan_exclusive_xnor(x);
  all[i] = work_group_reduce_xnor(x);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
