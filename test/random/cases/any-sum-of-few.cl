// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A float's sum of fewer work-items than it has pads, of a known size: where a pad is missing there is a zero.
// options: -cl-std=CL3.0 -cl-uniform-work-group-size
// launch: k 3x1x1 groups 1x1x1
//   float[3] 80000000*3
//   float[3] a5a5a5a5*3 -> 80000000*3
kernel void __attribute__((reqd_work_group_size(3, 1, 1))) k(global const float *in, global float *o) {
  o[get_global_id(0)] = work_group_reduce_add(in[get_global_id(0)]);
}
