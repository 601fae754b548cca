/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The strategies, by name: each is a folder here, and a device library holds one of them.
 *
 *   subgroup  shuffles inside a sub-group, then one exchange of the sub-groups' values: devices with sub-groups in hardware
 *   vector    the same, for processors that run a sub-group as a vector: one work-item combines the sub-groups' values
 *   tree      a two-level tree in local memory, in segments of one work-item each: devices without sub-groups
 *   serial    one work-item makes a vectorized pass over all items: devices that run work-items as loops
 *
 *   chunks    any number of work-items in a fixed amount of memory. Users cannot choose it: kernels of all strategies use
 *             it in work-groups larger than their scratch is sized for (lib/lower/library/larger.c)
 *
 * clgroup-cc may combine functions of subgroup or vector with those of one other strategy in one kernel. So these two request no
 * single-buffered memory (scratch.h), which only exchanges of the same strategy can share.
 *
 * Any strategy gives right results on any device that can load it. Where a strategy has no algorithm of its own, its folder has a file
 * of one line that includes the common one in this folder. */
#ifndef CLGROUP_STRATEGY_H
#define CLGROUP_STRATEGY_H

#define CLGROUP_STRATEGY_FILE_(strategy, file) <work_group/strategy/file.inc>
#define CLGROUP_STRATEGY_FILE__(strategy, file) CLGROUP_STRATEGY_FILE_(strategy, file)
#define CLGROUP_STRATEGY_FILE(file) CLGROUP_STRATEGY_FILE__(CLGROUP_STRATEGY, file)

/* Is the strategy for drivers that run sub-groups as vectors? These have 64-bit integers in sub-group functions, and scan 32-bit ones
 * faster by shuffles (subgroup/sub_group.inc). */
#define CLGROUP_AS_VECTORS CLGROUP_PASTE(CLGROUP_AS_VECTORS_, CLGROUP_STRATEGY)
#define CLGROUP_AS_VECTORS_subgroup 0
#define CLGROUP_AS_VECTORS_vector 1
#define CLGROUP_AS_VECTORS_tree 0
#define CLGROUP_AS_VECTORS_serial 0
#define CLGROUP_AS_VECTORS_chunks 0

/* Is it for drivers that run work-items as loops (rank.h)? */
#define CLGROUP_AS_LOOPS CLGROUP_PASTE(CLGROUP_AS_LOOPS_, CLGROUP_STRATEGY)
#define CLGROUP_AS_LOOPS_subgroup 0
#define CLGROUP_AS_LOOPS_vector 0
#define CLGROUP_AS_LOOPS_tree 0
#define CLGROUP_AS_LOOPS_serial 1
#define CLGROUP_AS_LOOPS_chunks 0

#endif
