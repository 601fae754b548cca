kernel void ranks(global int *p) {
  p[get_global_id(0)] = work_group_scan_exclusive_add(1);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
