/* What the subgroup strategy's functions share: where a work-item stands, and when the short way is open.
 *
 * Nothing is assumed of a sub-group's size, nor that all but the last are full: only that sub-groups hold neighbours, in
 * the order of their ids and of their lanes. */
#ifndef CLGROUP_SUBGROUP_LAYOUT_H
#define CLGROUP_SUBGROUP_LAYOUT_H

#include <primitives.h>

/* The work-items that full sub-groups leave to the last one. */
CLGROUP_HELPER uint clgroup_rest_of_lanes(void) {
  return clgroup_size() - (get_num_sub_groups() - 1) * get_max_sub_group_size();
}

/* How many lanes of this sub-group hold a work-item, the first ones. Rusticl 25 and 26 report a whole sub-group's size for a
 * last one that is not full; what the others leave is its true size. (A last one is truly full only where all are: a driver
 * that leaves one short at a row's end leaves the last row's short too.) */
CLGROUP_HELPER uint clgroup_live_lanes(void) {
  const uint size = get_sub_group_size();
  const bool is_last = get_sub_group_id() == get_num_sub_groups() - 1;
  return is_last && size == get_max_sub_group_size() ? min(size, clgroup_rest_of_lanes()) : size;
}

/* True, for all of a work-group alike, where there is one sub-group, or each but the last has get_max_sub_group_size() lanes, that
 * being a power of two, so that lanes and sub-groups are the lower and the upper levels of one neighbours-first tree. A driver
 * that fills sub-groups row by row leaves one short at each row's end, unless a row is a multiple of it. */
CLGROUP_HELPER bool clgroup_sub_groups_form_tree(void) {
  const uint n = clgroup_size(), lanes = get_max_sub_group_size(), row = (uint)get_local_size(0);
  return get_num_sub_groups() == 1 || ((lanes & (lanes - 1)) == 0 && (row == n || row % lanes == 0) &&
                                       get_num_sub_groups() == (n + lanes - 1) / lanes);
}

/* The binary logarithm of how many of `count` neighbouring values a lane takes, so that `live` lanes take all: shares are nodes of
 * the neighbours-first tree over the values. */
CLGROUP_HELPER uint clgroup_share_log2(uint count, uint live) {
  uint log2 = 0;
  while (live << log2 < count)
    ++log2;
  return log2;
}

/* Are sub-groups so narrow that they are a processor's vectors, and take turns? To them a barrier is no more than a shuffle, and
 * what all do alike is done over and over. */
CLGROUP_HELPER bool clgroup_sub_groups_take_turns(void) {
  return get_max_sub_group_size() <= 8;
}

/* Is the work-group one sub-group, so that shuffles are enough? */
CLGROUP_HELPER bool clgroup_is_one_sub_group(void) {
  return !clgroup_sub_groups_take_turns() && get_num_sub_groups() == 1;
}

/* Who combines the sub-groups' values? Each sub-group for itself, where it has a lane for each value and the lanes are many; else
 * one does it for all, for one barrier more. (Where the rest is a number of lanes, so many are in the shortest sub-group.) */
CLGROUP_HELPER bool clgroup_each_sub_group_combines(void) {
  const uint rest = clgroup_rest_of_lanes();
  return !clgroup_sub_groups_take_turns() && get_num_sub_groups() <= rest && rest <= get_max_sub_group_size();
}

/* Is this the one that combines for all? The second where there are two: drivers that run sub-groups by turns begin with the
 * first, and then a barrier that is missing does not show in tests. */
CLGROUP_HELPER bool clgroup_this_sub_group_combines(void) {
  return get_sub_group_id() == min(get_num_sub_groups() - 1, 1u);
}

#endif
