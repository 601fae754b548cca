/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ranks and array indices, beyond shape.h. */
#ifndef CLGROUP_RANK_H
#define CLGROUP_RANK_H

#include <lowering.h>
#include <shape.h>

/* Is the local size a constant, by the kernel's reqd_work_group_size? For functions that differ where it is. Self-contained: 0. */
uint __clgroup_size_is_known(void);

/* The rank of the first work-item in this one's row. */
CLGROUP_HELPER uint clgroup_row(void) {
  return clgroup_rank_of(0, (uint)get_local_id(1), (uint)get_local_id(2));
}

CLGROUP_HELPER bool clgroup_is_rank_0(void) {
  return ((uint)get_local_id(0) | (uint)get_local_id(1) | (uint)get_local_id(2)) == 0;
}

/* The rank as an array index. The sum is a size_t: of a 32-bit sum Intel's compiler does not see that neighbouring work-items use
 * neighbouring elements, and emits scatters. `by_row`: tests for work-groups of a single row, whose index is the local id. PoCL 6
 * needs that test; for other drivers it is a little more code. */
CLGROUP_HELPER size_t clgroup_index_by_row(bool by_row) {
  return (by_row && get_local_size(1) * get_local_size(2) == 1 ? 0 : (size_t)clgroup_row()) + get_local_id(0);
}

/* The index before a barrier and after it, computed in two ways. PoCL runs work-items as loops between barriers. It merges equal
 * queries, and keeps a value that is live across a barrier in memory, an element per work-item. It then no longer sees that
 * neighbouring work-items use neighbouring elements: "store, barrier, load" takes 3 to 10 times as long. So one of the two is a call
 * of a function (rank.c) in bitcode, which clgroup-cc replaces in SPIR-V, and the linear id in modules for a driver's linker. For
 * drivers that do not run loops both are the same: with the linear id llvmpipe takes 1.2 to 1.4 times as long.
 *
 * clgroup_index_in_loop() is for an exchange that needs the index only before its barrier, and that may be in a loop of the kernel.
 * In bitcode it is a function too: otherwise PoCL 3.1 hoists the query out of the loop and keeps the result in memory. In SPIR-V it
 * is the plain index: with the linear id PoCL 7.1's reduce has 0.8 of the speed.
 *
 * clgroup_leads(): is this the leader, the one work-item that works for all? Written so that a compiler sees which iteration of a loop
 * over work-items it is. `may_peel`: the barrier after the leader's work looks conditional (scratch.h). PoCL then runs the first
 * work-item by itself, and where the local size is 1 in x it runs that one again with the others; so there the last work-item leads.
 * In modules for a driver's linker it is always false (scratch.c). */
#ifndef CLGROUP_FOR_DRIVER_LINKER
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
#else
size_t __attribute__((overloadable, const)) get_local_linear_id(void);
CLGROUP_HELPER size_t clgroup_index(void) {
  return clgroup_index_by_row(false);
}

CLGROUP_HELPER size_t clgroup_index_in_loop(void) {
  return clgroup_index();
}

CLGROUP_HELPER size_t clgroup_index_for_store(void) {
  return CLGROUP_AS_LOOPS ? get_local_linear_id() : clgroup_index();
}

CLGROUP_HELPER size_t clgroup_index_after_barrier(void) {
  return clgroup_index_by_row(CLGROUP_AS_LOOPS);
}

/* Without loops not computed from the index: PoCL 6.0's compiler crashes on that in a branch. */
CLGROUP_HELPER bool clgroup_leads(bool may_peel) {
  (void)may_peel;
  return (CLGROUP_AS_LOOPS ? get_local_linear_id() : get_local_id(0) | get_local_id(1) | get_local_id(2)) == 0;
}
#endif

#endif
