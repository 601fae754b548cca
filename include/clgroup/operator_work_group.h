/* The work-group functions of an operator that OpenCL C does not have; part of <clgroup/operator.h>.
 *
 * Where ranks run through full sub-groups (group_facts.h) the work-group is one tile of them (operator_wide.h). Elsewhere it is one tile,
 * whose members exchange values: log2 of the number of work-items, rounded up, barriers, and 2; a reduce 1 less. Types of more than 8 bytes
 * have as many for each 8 bytes. Scratch: that of clgroup_work_group_shuffle(), for words of 4 bytes for types of up to 4 bytes, else of 8. */

/* What lower ranks hold, where it is wanted, and the sum of all. */
CLGROUP_INLINE void CLGROUP_OP(clgroup_group_scan_)(CLGROUP_TYPE x, private CLGROUP_TYPE *before, private CLGROUP_TYPE *total,
                                                    bool wants_before) {
  const clgroup_members all = clgroup_all_of_work_group();
  if (clgroup_is_wide(CLGROUP_WHOLE, all)) {
    CLGROUP_OP(clgroup_wide_tile_)(x, CLGROUP_WHOLE, before, total, wants_before ? CLGROUP_BEFORE : CLGROUP_NO_PART);
    return;
  }
  const CLGROUP_TYPE through = CLGROUP_OP(clgroup_tile_scan_)(x, CLGROUP_WHOLE, all);
  if (wants_before)
    *before = CLGROUP_OP(clgroup_tile_before_)(through, CLGROUP_WHOLE, all);
  *total = CLGROUP_OP(clgroup_tile_total_)(through, CLGROUP_WHOLE, all);
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_reduce_)(CLGROUP_TYPE x) {
  CLGROUP_TYPE before, total;
  CLGROUP_OP(clgroup_group_scan_)(x, &before, &total, false);
  return total;
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_exclusive_)(CLGROUP_TYPE x) {
  CLGROUP_TYPE before, total;
  CLGROUP_OP(clgroup_group_scan_)(x, &before, &total, true);
  return before;
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_inclusive_)(CLGROUP_TYPE x) {
  CLGROUP_TYPE before, total;
  CLGROUP_OP(clgroup_group_scan_)(x, &before, &total, true);
  return clgroup_rank() ? CLGROUP_OP(clgroup_combine_)(before, x) : x;
}

#if CLGROUP_HAS_SUB_GROUPS
/* The sub-group's, in the order of its lanes: no barrier, no scratch. Calls need all of the sub-group. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(sub_group_reduce_)(CLGROUP_TYPE x) {
  const clgroup_members lanes = clgroup_lanes_of_tile(CLGROUP_WHOLE);
  return CLGROUP_OP(clgroup_tile_total_)(CLGROUP_OP(clgroup_tile_scan_)(x, CLGROUP_WHOLE, lanes), CLGROUP_WHOLE, lanes);
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(sub_group_scan_inclusive_)(CLGROUP_TYPE x) {
  return CLGROUP_OP(clgroup_tile_scan_)(x, CLGROUP_WHOLE, clgroup_lanes_of_tile(CLGROUP_WHOLE));
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(sub_group_scan_exclusive_)(CLGROUP_TYPE x) {
  const clgroup_members lanes = clgroup_lanes_of_tile(CLGROUP_WHOLE);
  return CLGROUP_OP(clgroup_tile_before_)(CLGROUP_OP(clgroup_tile_scan_)(x, CLGROUP_WHOLE, lanes), CLGROUP_WHOLE, lanes);
}
#endif
