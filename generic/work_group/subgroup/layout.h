/* What the subgroup strategy knows about sub-groups.
 *
 * It assumes only that sub-groups hold neighbours, in the order of their ids and lanes. They may have any size, and others than
 * the last may be short: a driver may fill them row by row. */
#ifndef CLGROUP_SUBGROUP_LAYOUT_H
#define CLGROUP_SUBGROUP_LAYOUT_H

#include <primitives.h>

/* The number of work-items in the last sub-group if all others are full. */
CLGROUP_HELPER uint clgroup_last_lanes(void) {
  return clgroup_size() - (get_num_sub_groups() - 1) * get_max_sub_group_size();
}

/* The number of lanes of this sub-group that hold a work-item, which are its first ones. Rusticl 25 and 26 report a whole
 * sub-group's size for a last one that is not full; its true size is what the others leave. (A last one is truly full only where
 * all are: a driver that leaves one short at a row's end leaves the last row's short too.) */
CLGROUP_HELPER uint clgroup_live_lanes(void) {
  const uint size = get_sub_group_size();
  const bool is_last = get_sub_group_id() == get_num_sub_groups() - 1;
  return (is_last & (size == get_max_sub_group_size())) ? min(size, clgroup_last_lanes()) : size;
}

/* Do lanes and sub-groups form the lower and the upper levels of one neighbours-first tree? They do if there is one sub-group, or
 * if each but the last has get_max_sub_group_size() lanes, a power of two. The same for all of a work-group. A driver that fills
 * sub-groups row by row leaves one short at each row's end, unless a row's length is a multiple of it. */
CLGROUP_HELPER bool clgroup_sub_groups_form_tree(void) {
  const uint n = clgroup_size(), lanes = get_max_sub_group_size(), groups = get_num_sub_groups(), row = (uint)get_local_size(0);
  const bool full = ((lanes & (lanes - 1)) == 0) & ((groups - 1) * lanes < n) & (n <= groups * lanes);
  return (groups == 1) | (full & ((row == n) | ((row & (lanes - 1)) == 0)));
}

#endif
