/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SPIR-V: any device that takes it. */
#ifndef CLGROUP_FACTS_H
#define CLGROUP_FACTS_H

/* A driver may make sub-groups of a single work-item (PoCL: rows of a work-group), so the scratch has room for that
 * many. */
#define CLGROUP_MIN_SUB_GROUP_SIZE 1
#define CLGROUP_SUB_GROUPS_IN_LINE 0
#define CLGROUP_MOST_SUB_GROUPS 0
#define CLGROUP_BLOCK_LANES 0
#define CLGROUP_TOTALS_BY_ATOMICS CLGROUP_ALWAYS
#define CLGROUP_ATOMIC_BYTES 4

#endif
