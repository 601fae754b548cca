/* What the subgroup strategy's functions share: where a work-item stands, and when the short way is open.
 *
 * Nothing is assumed of a sub-group's size, nor that all but the last are full: only that sub-groups hold neighbours, in
 * the order of their ids and of their lanes. */
#ifndef CLGROUP_SUBGROUP_LAYOUT_H
#define CLGROUP_SUBGROUP_LAYOUT_H

#include <primitives.h>

/* How many lanes of this sub-group hold a work-item, the first ones. Rusticl 25 and 26 report a whole sub-group's size for a
 * last one that is not full: no sub-group reaches beyond the work-group's end. */
CLGROUP_HELPER uint clgroup_live_lanes(void) {
  const uint first = clgroup_rank() - get_sub_group_local_id();
  return min(get_sub_group_size(), clgroup_size() - first);
}

/* True, for all of a work-group alike, where each sub-group but the last has get_max_sub_group_size() lanes, that being a
 * power of two, so that lanes and sub-groups are the lower and the upper levels of one neighbours-first tree; and where
 * the last one has a lane for each sub-group. A driver that fills sub-groups row by row leaves one short at each row's end,
 * unless a row is a multiple of it. */
CLGROUP_HELPER bool clgroup_sub_groups_form_tree(void) {
  const uint n = clgroup_size(), lanes = get_max_sub_group_size(), groups = get_num_sub_groups();
  const uint row = (uint)get_local_size(0);
  return (lanes & (lanes - 1)) == 0 && (row == n || row % lanes == 0) && groups == (n + lanes - 1) / lanes &&
         n - (groups - 1) * lanes >= groups;
}

#endif
