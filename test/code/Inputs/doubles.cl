// Reduces of doubles by their order, of which strategy subgroup combines one half after the other.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void reduce_min(global double *out) { *out = work_group_reduce_min(*out); }

kernel void reduce_max(global double *out) { *out = work_group_reduce_max(*out); }
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
