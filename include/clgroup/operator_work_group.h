/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work-group functions of an operator that OpenCL C does not have; part of <clgroup/operator.h>.
 *
 * Where ranks run through full sub-groups (group_facts.h) the work-group is one tile of them (operator_wide.h). Elsewhere it is one tile,
 * whose members exchange values: log2 of the number of work-items, rounded up, barriers, and 2; a reduce 1 less. Types of more than 8 bytes
 * have as many for each 8 bytes. Scratch: that of clgroup_work_group_shuffle(), for words of 4 bytes for types of up to 4 bytes, else of 8. */

/* The library may have a function of this name and type, such as sub_group_reduce_add() of char on GPUs. With this attribute clang takes the
 * program's for another overload, and prefers it. */
#define CLGROUP_PREFERRED CLGROUP_INLINE __attribute__((__enable_if__(1, "")))

/* What lower ranks hold, where it is wanted, and the sum of all. */
CLGROUP_INLINE void CLGROUP_OP(clgroup_group_scan_)(CLGROUP_TYPE __x, private CLGROUP_TYPE *__before, private CLGROUP_TYPE *__total,
                                                    bool __wants_before) {
  const clgroup_members __all = clgroup_all_of_work_group();
  if (clgroup_is_wide(CLGROUP_WHOLE, __all)) {
    CLGROUP_OP(clgroup_wide_tile_)(__x, CLGROUP_WHOLE, __before, __total, __wants_before ? CLGROUP_BEFORE : CLGROUP_NO_PART);
    return;
  }
  const CLGROUP_TYPE __through = CLGROUP_OP(clgroup_tile_scan_)(__x, CLGROUP_WHOLE, __all);
  if (__wants_before)
    *__before = CLGROUP_OP(clgroup_tile_before_)(__through, CLGROUP_WHOLE, __all);
  *__total = CLGROUP_OP(clgroup_tile_total_)(__through, CLGROUP_WHOLE, __all);
}

CLGROUP_PREFERRED CLGROUP_TYPE CLGROUP_OP(work_group_reduce_)(CLGROUP_TYPE __x) {
  CLGROUP_TYPE __before, __total;
  CLGROUP_OP(clgroup_group_scan_)(__x, &__before, &__total, false);
  return __total;
}

CLGROUP_PREFERRED CLGROUP_TYPE CLGROUP_OP(work_group_scan_exclusive_)(CLGROUP_TYPE __x) {
  CLGROUP_TYPE __before, __total;
  CLGROUP_OP(clgroup_group_scan_)(__x, &__before, &__total, true);
  return __before;
}

CLGROUP_PREFERRED CLGROUP_TYPE CLGROUP_OP(work_group_scan_inclusive_)(CLGROUP_TYPE __x) {
  CLGROUP_TYPE __before, __total;
  CLGROUP_OP(clgroup_group_scan_)(__x, &__before, &__total, true);
  return clgroup_rank() ? CLGROUP_OP(clgroup_combine_)(__before, __x) : __x;
}

#if CLGROUP_HAS_SUB_GROUPS
/* The sub-group's, in the order of its lanes: no barrier, no scratch. Calls need all of the sub-group. */
CLGROUP_PREFERRED CLGROUP_TYPE CLGROUP_OP(sub_group_reduce_)(CLGROUP_TYPE __x) {
  const clgroup_members __lanes = clgroup_lanes_of_tile(CLGROUP_WHOLE);
  return CLGROUP_OP(clgroup_tile_total_)(CLGROUP_OP(clgroup_tile_scan_)(__x, CLGROUP_WHOLE, __lanes), CLGROUP_WHOLE, __lanes);
}

CLGROUP_PREFERRED CLGROUP_TYPE CLGROUP_OP(sub_group_scan_inclusive_)(CLGROUP_TYPE __x) {
  return CLGROUP_OP(clgroup_tile_scan_)(__x, CLGROUP_WHOLE, clgroup_lanes_of_tile(CLGROUP_WHOLE));
}

CLGROUP_PREFERRED CLGROUP_TYPE CLGROUP_OP(sub_group_scan_exclusive_)(CLGROUP_TYPE __x) {
  const clgroup_members __lanes = clgroup_lanes_of_tile(CLGROUP_WHOLE);
  return CLGROUP_OP(clgroup_tile_before_)(CLGROUP_OP(clgroup_tile_scan_)(__x, CLGROUP_WHOLE, __lanes), CLGROUP_WHOLE, __lanes);
}
#endif
#undef CLGROUP_PREFERRED
