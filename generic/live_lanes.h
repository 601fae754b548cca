/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The number of lanes of the last sub-group, if all others are full. The headers that kernels include have these functions too
 * (headers/clgroup_generic.h.in). */
CLGROUP_HELPER uint clgroup_last_lanes(void) {
  return clgroup_size() - (get_num_sub_groups() - 1) * get_max_sub_group_size();
}

/* The number of this sub-group's lanes that have a work-item, which are the first ones. Rusticl 25 and 26 report the size of a
 * full sub-group also for a last one that is not full; that one has what the others leave. (A driver that makes a sub-group
 * short at the end of a row makes the last row's short too, so the last one is full only if all are.) */
CLGROUP_HELPER uint clgroup_live_lanes(void) {
  const uint __size = get_sub_group_size();
  if (CLGROUP_SUB_GROUPS_IN_LINE)
    return __size;
  const bool __is_last = get_sub_group_id() == get_num_sub_groups() - 1;
  return (__is_last & (__size == get_max_sub_group_size())) ? min(__size, clgroup_last_lanes()) : __size;
}
