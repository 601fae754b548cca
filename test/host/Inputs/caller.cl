int total(int x);
kernel void caller(global int *data) {
  size_t i = get_global_id(0);
  data[i] = total(data[i]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
