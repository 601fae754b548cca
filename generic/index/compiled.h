/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Indices (rank.h) in code that clgroup-cc compiles. */
size_t CLGROUP_INDEX_AFTER_BARRIER(void);
size_t CLGROUP_INDEX_IN_LOOP(void);
CLGROUP_HELPER size_t clgroup_index(void) {
  return clgroup_index_by_row(true);
}

CLGROUP_HELPER size_t clgroup_index_in_loop(void) {
  return CLGROUP_INDEX_IN_LOOP();
}

CLGROUP_HELPER size_t clgroup_index_for_store(void) {
  return clgroup_index();
}

CLGROUP_HELPER size_t clgroup_index_after_barrier(void) {
  return CLGROUP_INDEX_AFTER_BARRIER();
}

CLGROUP_HELPER bool clgroup_leads(bool may_peel) {
  const size_t is_last = may_peel && get_local_size(0) == 1; /* a factor, since conditions would become branches */
  return get_local_id(0) == 0 && get_local_id(1) == is_last * (get_local_size(1) - 1) &&
         get_local_id(2) == is_last * (get_local_size(2) - 1);
}
