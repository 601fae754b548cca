/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lanes of the last sub-group; the headers that kernels include have these functions too (headers/clgroup_generic.h.in). */
CLGROUP_HELPER uint clgroup_last_lanes(void) {
  return clgroup_size() - (get_num_sub_groups() - 1) * get_max_sub_group_size();
}

/* The number of lanes of this sub-group that hold a work-item, which are its first ones. Rusticl 25 and 26 report a whole
 * sub-group's size for a last one that is not full; its true size is what the others leave. (A last one is truly full only where
 * all are: a driver that leaves one short at a row's end leaves the last row's short too.) */
CLGROUP_HELPER uint clgroup_live_lanes(void) {
  const uint __size = get_sub_group_size();
  if (CLGROUP_SUB_GROUPS_IN_LINE)
    return __size;
  const bool __is_last = get_sub_group_id() == get_num_sub_groups() - 1;
  return (__is_last & (__size == get_max_sub_group_size())) ? min(__size, clgroup_last_lanes()) : __size;
}
