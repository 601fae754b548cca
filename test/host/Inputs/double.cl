kernel void twice(global int *data) {
  size_t i = get_global_id(0);
  data[i] *= 2;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
