/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What strategies subgroup and vector know about sub-groups: a target's facts.h says
 *
 *   CLGROUP_MIN_SUB_GROUP_SIZE  the fewest lanes that sub-groups other than the last have
 *   CLGROUP_SUB_GROUPS_IN_LINE  1 where ranks run through the lanes of sub-groups that are full but for the last, where their number of
 *                               lanes is a power of two, and where no work-group has more sub-groups than that. 0 where sub-groups
 *                               hold neighbours, in the order of their ids and lanes, and nothing else is known: they may have any
 *                               size, and others than the last may be short, since a driver may fill them row by row
 *   CLGROUP_MOST_SUB_GROUPS     the most that a work-group can have, where they are in line; else 0
 *   CLGROUP_BLOCK_LANES         where the size is not known: the number of neighbouring lanes that a sub-group combines more cheaply than
 *                               all of its lanes; else 0. A power of two, and at most CLGROUP_MIN_SUB_GROUP_SIZE
 *   CLGROUP_TOTALS_BY_ATOMICS   when the results of sub-groups are accumulated by atomics in local memory, where atomics can, and
 *                               not loaded by each: CLGROUP_NEVER, CLGROUP_ALWAYS, or CLGROUP_SIZE_UNKNOWN, where the local size is
 *                               no constant
 *   CLGROUP_ATOMIC_BYTES        the widest integers that its atomics in local memory take: 4 or 8
 *   CLGROUP_MOST_LOADED(bytes)  with CLGROUP_SIZE_UNKNOWN: the largest known local size of which results with so many bytes are loaded by
 *                               each */
#ifndef CLGROUP_SUBGROUP_LAYOUT_H
#define CLGROUP_SUBGROUP_LAYOUT_H

#include <facts.h>
#include <primitives.h>

#define CLGROUP_NEVER 0
#define CLGROUP_ALWAYS 1
#define CLGROUP_SIZE_UNKNOWN 2

/* Is it unknown whether the last sub-group is full, where sub-groups are in line? One form then serves both cases: two would be longer. */
#define CLGROUP_SIZE_IS_OPEN (CLGROUP_SUB_GROUPS_IN_LINE && !__clgroup_size_is_known())

/* Is the size not known, but that a work-group has no more blocks (CLGROUP_BLOCK_LANES) than a block has lanes? */
#if CLGROUP_BLOCK_LANES
#define CLGROUP_HAS_FEW_BLOCKS                                                                                                     \
  (!__clgroup_size_is_known() && CLGROUP_MOST_ITEMS() <= CLGROUP_BLOCK_LANES * CLGROUP_BLOCK_LANES)
#endif

/* Is it known that the work-group has a single sub-group, so that nothing need be exchanged? Where it is not known the test would cost
 * every other work-group more than it saves that one. */
CLGROUP_HELPER bool clgroup_is_one_sub_group(void) {
  return CLGROUP_SUB_GROUPS_IN_LINE && __clgroup_size_is_known() && get_num_sub_groups() == 1;
}

/* Does this work-item store what an accumulator starts from? Where sub-groups are in line rank 0 does. Elsewhere all store the same value:
 * Intel's CPU compiler makes one store of that, but of a store by one work-item a scatter under a mask. */
CLGROUP_HELPER bool clgroup_starts_accumulator(void) {
  return !CLGROUP_SUB_GROUPS_IN_LINE || clgroup_is_rank_0();
}

/* The number of work-items in the last sub-group if all others are full. */
#include <live_lanes.h>

/* Is the size known, and such that no sub-group lacks lanes? Sub-groups' sizes are powers of two up to 128, but for PoCL's, which are rows. */
CLGROUP_HELPER bool clgroup_size_fills_sub_groups(void) {
  const uint n = clgroup_size();
  return __clgroup_size_is_known() && get_local_size(0) == n && (n % 128 == 0 || (n & (n - 1)) == 0);
}

/* The number of lanes of this sub-group by what takes Intel's GPUs the least: get_sub_group_size() asks for the work-group's size. */
CLGROUP_HELPER uint clgroup_count_lanes(void) {
#if CLGROUP_SUB_GROUPS_IN_LINE
  return clgroup_live_lanes();
#else
  if (clgroup_size_fills_sub_groups())
    return min(get_max_sub_group_size(), clgroup_size());
  return 1 + sub_group_reduce_max(get_sub_group_local_id());
#endif
}

/* Have all sub-groups get_max_sub_group_size() lanes, a power of two, so that lanes and sub-groups are the lower and the upper levels of
 * one neighbours-first tree? The same for all of a work-group; `groups` is get_num_sub_groups(). */
CLGROUP_HELPER bool clgroup_sub_groups_are_full(uint groups) {
  const uint lanes = get_max_sub_group_size();
  return ((lanes & (lanes - 1)) | (groups * lanes - clgroup_size())) == 0;
}

#endif
