/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What strategies subgroup and vector know of sub-groups. A target's facts.h defines
 *
 *   CLGROUP_MIN_SUB_GROUP_SIZE  the fewest lanes of a sub-group other than the last
 *   CLGROUP_SUB_GROUPS_IN_LINE  1 if ranks run through the lanes of full sub-groups, of which only the last may be short;
 *                               the number of lanes is a power of two, and no work-group has more sub-groups than that.
 *                               0 if sub-groups hold neighbours in the order of their ids and lanes, and nothing else is
 *                               known: they may have any size, and not only the last may be short, since a driver may
 *                               fill them row by row
 *   CLGROUP_MOST_SUB_GROUPS     the most sub-groups of a work-group, where they are in line; else 0
 *   CLGROUP_BLOCK_LANES         for an unknown size: the number of neighbouring lanes that a sub-group combines more
 *                               cheaply than all of its lanes; else 0. A power of two, at most CLGROUP_MIN_SUB_GROUP_SIZE
 *   CLGROUP_TOTALS_AT_ONCE      how many sub-groups' results a lane loads at once in a reduce of a plain work-group (below): 1 or 2
 *   CLGROUP_TOTALS_BY_ATOMICS   when sub-groups' results are accumulated by atomics in local memory, if there is such an
 *                               atomic, instead of being loaded by each sub-group: CLGROUP_NEVER, CLGROUP_ALWAYS, or
 *                               CLGROUP_SIZE_UNKNOWN: if the local size is no constant
 *   CLGROUP_ATOMIC_BYTES        the widest integers of its atomics in local memory: 4 or 8
 *   CLGROUP_MOST_LOADED(bytes)  with CLGROUP_SIZE_UNKNOWN: the largest known local size for which results of so many bytes
 *                               are loaded by each sub-group
 *
 * and where they are in line its primitives.h defines clgroup_is_plain(items): has the work-group one dimension, and a multiple of `items`,
 * so that all sub-groups are full? Nearly all have. If the size is unknown, a branch that all work-items take together gives these code as
 * for a known size. clgroup_is_plain_for_totals(&end) asks that of what CLGROUP_TOTALS_AT_ONCE sub-groups have; `end` is how many of these
 * there are, and where they are two 1 more. */
#ifndef CLGROUP_SUBGROUP_LAYOUT_H
#define CLGROUP_SUBGROUP_LAYOUT_H

#include <facts.h>
#include <primitives.h>

#define CLGROUP_NEVER 0
#define CLGROUP_ALWAYS 1
#define CLGROUP_SIZE_UNKNOWN 2

/* Is it unknown whether the last sub-group is full, where sub-groups are in line? */
#define CLGROUP_SIZE_IS_OPEN (CLGROUP_SUB_GROUPS_IN_LINE && !__clgroup_size_is_known())

#if CLGROUP_SUB_GROUPS_IN_LINE
/* The most sub-groups of a work-group, rounded up to a power of two, at least 2. */
CLGROUP_HELPER uint clgroup_most_sub_groups(void) {
  const uint items = __clgroup_size_is_known() ? clgroup_size() : CLGROUP_MOST_ITEMS();
  const uint last = (items - 1) / get_max_sub_group_size();
  return last == 0 ? 2 : 2u << (31 - __builtin_clz(last));
}
#endif

/* Is the size unknown, but small enough that there are no more blocks (CLGROUP_BLOCK_LANES) than a block has lanes? */
#if CLGROUP_BLOCK_LANES
#define CLGROUP_HAS_FEW_BLOCKS                                                                                                     \
  (!__clgroup_size_is_known() && CLGROUP_MOST_ITEMS() <= CLGROUP_BLOCK_LANES * CLGROUP_BLOCK_LANES)
#endif

/* Is it known that the work-group has a single sub-group, so that no exchange is needed? There is no test at run time: it would cost all
 * other work-groups more than it saves that one. */
CLGROUP_HELPER bool clgroup_is_one_sub_group(void) {
  return CLGROUP_SUB_GROUPS_IN_LINE && __clgroup_size_is_known() && get_num_sub_groups() == 1;
}

#include <live_lanes.h>

/* Is it known that no sub-group lacks lanes? The sizes of sub-groups are powers of two up to 128, except PoCL's, which are rows. */
CLGROUP_HELPER bool clgroup_size_fills_sub_groups(void) {
  const uint n = clgroup_size();
  return __clgroup_size_is_known() && get_local_size(0) == n && (n % 128 == 0 || (n & (n - 1)) == 0);
}

/* The number of lanes of this sub-group, by what is cheapest on Intel's GPUs: get_sub_group_size() reads the work-group's size. */
CLGROUP_HELPER uint clgroup_count_lanes(void) {
#if CLGROUP_SUB_GROUPS_IN_LINE
  return clgroup_live_lanes();
#else
  if (clgroup_size_fills_sub_groups())
    return min(get_max_sub_group_size(), clgroup_size());
  return 1 + sub_group_reduce_max(get_sub_group_local_id());
#endif
}

/* The rank and the size, by products of 16 bits: of 32 bits Intel's GPUs take two instructions. No device has work-groups of 65536. */
CLGROUP_HELPER uint clgroup_rank_in_short(void) {
  const ushort row = (ushort)get_local_id(2) * (ushort)get_local_size(1) + (ushort)get_local_id(1);
  return (uint)row * (ushort)get_local_size(0) + (ushort)get_local_id(0);
}
CLGROUP_HELPER uint clgroup_size_in_short(void) {
  return (uint)(ushort)get_local_size(1) * (ushort)get_local_size(2) * (ushort)get_local_size(0);
}

/* Do all sub-groups have get_max_sub_group_size() lanes, a power of two, so that lanes and sub-groups are the lower and the upper levels of
 * one neighbours-first tree? The same for all of a work-group; `groups` is get_num_sub_groups(). */
CLGROUP_HELPER bool clgroup_sub_groups_are_full(uint groups) {
  const uint lanes = get_max_sub_group_size();
  return ((lanes & (lanes - 1)) | (groups * lanes - clgroup_size())) == 0;
}

#endif
