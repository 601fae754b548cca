#include "define.h"
#define CLGROUP_OPERATOR add
#define CLGROUP_TYPE int
#include <clgroup/operator.h>
#define CLGROUP_OPERATOR mine
#define CLGROUP_TYPE float4
#define CLGROUP_COMBINE(one, other) ((one) + (other))
#define CLGROUP_IDENTITY 0
#define CLGROUP_PREFIX(one, other) (one)
#define CLGROUP_PREFIX_TYPE float4
#include <clgroup/operator.h>
#include "undefine.h"

kernel void functions(global float4 *data, global int *numbers) {
  float4 mine[2] = {data[0], data[1]};
  data[0] = work_group_scan_inclusive_items_after_mine(mine, 2, data[5]) + tile_scan_exclusive_mine(data[3], 64) + tile_reduce_mine(data[4], 4);
  data[1] = mine[0] + mine[1] + work_group_reduce_mine(data[9]);
  numbers[0] = tile_scan_exclusive_update_add(numbers + 1, numbers[2], 16) + work_group_scan_inclusive_update_add(numbers + 1, numbers[2]);
#ifdef __clgroup_sub_groups
  numbers[0] += coalesced_scan_exclusive_add(numbers[3]);
#endif
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
