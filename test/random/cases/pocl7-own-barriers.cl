// PoCL 7.1: it aborts where clang from LLVM 22 on has optimized a loop that work-items leave before its barrier, beside a kernel that calls a function.
// options: -cl-std=CL3.0
// launch: leaves 2 groups 1
//   int[2] 3 3 -> 5 7
kernel void leaves(global int *o) {
  const int at = get_global_id(0);
  for (int i = 0; i < 1000; ++i) {
    if (i == 1 && at == 0) {
      o[at] = 5;
      break;
    }
    o[at] = -1;
    if (i == 1 && at == 1) {
      o[at] = 7;
      break;
    }
    o[at] = -2;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = -3;
  }
}
kernel void calls(global int *o) {
  o[0] = work_group_all(o[1]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
