// Compiled to SPIR-V as front ends do it: work-group functions are OpGroup instructions, FACTOR a specialization constant.

int __attribute__((overloadable)) __spirv_SpecConstant(int id, int otherwise);

int helper(int x) {
  return work_group_scan_inclusive_add(x);
}

kernel void k(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = helper(in[i]);
}

kernel void largest(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  local int own[64];
  own[get_local_id(0)] = work_group_any(in[i] > 1000) ? 0 : work_group_reduce_max(in[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = work_group_broadcast(own[63 - get_local_id(0)], get_local_size(0) / 2);
}

kernel void specialized(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = __spirv_SpecConstant(7, 2) * work_group_reduce_add(in[i]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
