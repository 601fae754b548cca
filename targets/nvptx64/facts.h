/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVIDIA: sub-groups are warps of 32 lanes. */
#ifndef CLGROUP_FACTS_H
#define CLGROUP_FACTS_H

#define CLGROUP_MIN_SUB_GROUP_SIZE 32
#define CLGROUP_SUB_GROUPS_IN_LINE 1
#define CLGROUP_MOST_SUB_GROUPS 32
#define CLGROUP_BLOCK_LANES 0
#define CLGROUP_TOTALS_AT_ONCE 2
#define CLGROUP_TOTALS_BY_ATOMICS CLGROUP_SIZE_UNKNOWN
#define CLGROUP_ATOMIC_BYTES 4
/* 8 bytes take three redux.sync, and each sub-group would repeat them for the totals. On an H100 atomics take 0.73 of the time for 256
 * work-items, 0.81 for 512 and 0.96 for 1024; for 128 work-items, and for 4 bytes, they take longer. */
#define CLGROUP_MOST_LOADED(bytes) (CLGROUP_HAS_REDUX && (bytes) == 8 ? 128 : UINT_MAX)

#endif
