kernel void second(global int *p) {
  p[get_global_id(0)] = work_group_all(p[0]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
