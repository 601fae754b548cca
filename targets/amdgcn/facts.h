/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD: sub-groups are waves of 32 or 64 lanes. */
#ifndef CLGROUP_FACTS_H
#define CLGROUP_FACTS_H

#define CLGROUP_MIN_SUB_GROUP_SIZE 32
#define CLGROUP_SUB_GROUPS_IN_LINE 1
#define CLGROUP_MOST_SUB_GROUPS 32
#define CLGROUP_BLOCK_LANES 16 /* a row of data-parallel primitives */
#define CLGROUP_TOTALS_AT_ONCE 1
#define CLGROUP_TOTALS_BY_ATOMICS CLGROUP_SIZE_UNKNOWN
#define CLGROUP_ATOMIC_BYTES 8
#define CLGROUP_MOST_LOADED(bytes) UINT_MAX

#endif
