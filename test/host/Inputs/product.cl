#ifndef cl_khr_work_group_uniform_arithmetic
#error cl_khr_work_group_uniform_arithmetic is not declared
#endif
kernel void product(global int *data) {
  size_t i = get_global_id(0);
  data[i] = work_group_reduce_mul(data[i]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
