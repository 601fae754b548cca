/* The work-group functions of an operator that OpenCL C does not have; part of <clgroup/operator.h>.
 *
 * Where ranks run through full sub-groups (operator_common.h), and there is more than one: each sub-group scans its values by shuffles; the
 * lanes of sub-group 0 load the sums of as many sub-groups, and scan those; each work-item loads the sum of the sub-groups before its own,
 * and all load the sum of all. Barriers: 3, or 3 for each round of as many sub-groups as one has lanes; a reduce 2.
 * Otherwise: the work-group is one tile, whose members exchange values. Barriers: log2 of the number of work-items, rounded up, and 2; a
 * reduce 1 less.
 * Types of more than 8 bytes have as many barriers for each 8 bytes. Scratch: that of clgroup_work_group_shuffle(), for words of 4 bytes for
 * types of up to 4 bytes, else of 8. */

/* What lower ranks hold, where it is wanted, and the sum of all. */
CLGROUP_INLINE void CLGROUP_OP(clgroup_group_scan_)(CLGROUP_TYPE x, private CLGROUP_TYPE *before, private CLGROUP_TYPE *total,
                                                    bool wants_before) {
  const clgroup_members all = clgroup_all_of_work_group(), lanes = clgroup_lanes_of_tile(CLGROUP_WHOLE);
  if (!clgroup_ranks_are_lanes()) {
    const CLGROUP_TYPE through = CLGROUP_OP(clgroup_tile_scan_)(x, CLGROUP_WHOLE, all);
    if (wants_before)
      *before = CLGROUP_OP(clgroup_tile_before_)(through, CLGROUP_WHOLE, all);
    *total = CLGROUP_OP(clgroup_tile_total_)(through, CLGROUP_WHOLE, all);
    return;
  }
  const CLGROUP_TYPE through = CLGROUP_OP(clgroup_tile_scan_)(x, CLGROUP_WHOLE, lanes);
  if (wants_before)
    *before = CLGROUP_OP(clgroup_tile_before_)(through, CLGROUP_WHOLE, lanes);
  const uint n = clgroup_size(), width = clgroup_max_lanes(), groups = (n - 1) / width + 1, group = clgroup_rank() / width;
  if (groups == 1) {
    *total = CLGROUP_OP(clgroup_tile_total_)(through, CLGROUP_WHOLE, lanes);
    return;
  }
  for (uint first = 0; first < groups; first += width) {
    const uint other = min(first + clgroup_lane(), groups - 1);
    CLGROUP_TYPE sums = CLGROUP_OP(clgroup_take_)(through, min(other * width + width, n) - 1, all);
    sums = CLGROUP_OP(clgroup_tile_scan_)(sums, CLGROUP_WHOLE, lanes);
    if (first)
      sums = CLGROUP_OP(clgroup_combine_)(*total, sums);
    if (wants_before) {
      const bool is_mine = group > first && group - 1 - first < width;
      const CLGROUP_TYPE outside = CLGROUP_OP(clgroup_take_)(sums, is_mine ? group - 1 - first : 0, all);
      if (is_mine)
        *before = clgroup_lane() ? CLGROUP_OP(clgroup_combine_)(outside, *before) : outside;
    }
    *total = CLGROUP_OP(clgroup_take_)(sums, min(width, groups - first) - 1, all);
  }
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
