#include "values.h"
kernel void first(global int *p) {
  p[get_global_id(0)] = work_group_reduce_add(VALUE) + ANOTHER;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
