/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Indices (rank.h) in modules for the linker of a driver that runs work-items as loops. */
CLGROUP_HELPER size_t clgroup_index(void) {
  return clgroup_index_by_row(false);
}

CLGROUP_HELPER size_t clgroup_index_in_loop(void) {
  return clgroup_index();
}

size_t __attribute__((overloadable, const)) get_local_linear_id(void);
CLGROUP_HELPER size_t clgroup_index_for_store(void) {
  return get_local_linear_id();
}

CLGROUP_HELPER size_t clgroup_index_after_barrier(void) {
  return clgroup_index_by_row(true);
}

CLGROUP_HELPER bool clgroup_leads(bool may_peel) {
  (void)may_peel; /* always false in these builds (scratch.c) */
  return get_local_linear_id() == 0;
}
