/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Indices (rank.h) in modules for a driver's linker. */
CLGROUP_HELPER size_t clgroup_index(void) {
  return clgroup_index_by_row(false);
}

CLGROUP_HELPER size_t clgroup_index_in_loop(void) {
  return clgroup_index();
}

CLGROUP_HELPER size_t clgroup_index_for_store(void) {
  return clgroup_index();
}

CLGROUP_HELPER size_t clgroup_index_after_barrier(void) {
  return clgroup_index();
}

/* Not computed from the index: PoCL 6.0's compiler crashes on that in a branch. */
CLGROUP_HELPER bool clgroup_leads(bool may_peel) {
  (void)may_peel; /* always false in these builds (scratch.c) */
  return (get_local_id(0) | get_local_id(1) | get_local_id(2)) == 0;
}
