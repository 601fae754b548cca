kernel void sum(global int *data) {
  size_t i = get_global_id(0);
  data[i] = work_group_scan_inclusive_add(data[i]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
