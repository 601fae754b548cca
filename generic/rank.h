/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the library asks of ranks and indices, beyond shape.h. */
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

/* The rank as an array index. The sum is of type size_t: with a sum of 32 bits Intel's compiler does not see that neighbouring
 * work-items use neighbouring elements, and emits scatters. says_row: test for work-groups of a single row, which reduces the
 * index to the id for PoCL 6 and costs other drivers a little code. */
CLGROUP_HELPER size_t clgroup_index_by_row(bool says_row) {
  return (says_row && get_local_size(1) * get_local_size(2) == 1 ? 0 : (size_t)clgroup_row()) + get_local_id(0);
}

/* The index before a barrier and after it. A driver that runs work-items as loops (PoCL) merges equal queries and keeps a value
 * that is live across a barrier in memory, an element per work-item. It then no longer sees that neighbouring work-items use
 * neighbouring elements, and "store, barrier, load" takes 3 to 10 times as long. So the two are computed in different ways.
 * Modules for a driver's linker use the linear id for one of them; compiled code calls a function (rank.c), which clgroup-cc
 * replaces where it writes SPIR-V. For other drivers both are the same: llvmpipe takes 1.2 to 1.4 times as long where one is the
 * linear id.
 *
 * clgroup_index_in_loop() is for an exchange that needs the index only once, before the barrier, and that may be in a loop of the
 * kernel. In bitcode it is a function too: otherwise PoCL 3.1 hoists the query out of the loop and keeps the result in memory.
 * In SPIR-V it is the plain index: with the linear id PoCL 7.1's reduce has 0.8 of the speed.
 *
 * clgroup_leads(): is this the leader, the work-item of rank 0 that works for all? Written so that a compiler sees which iteration
 * of a loop over work-items it is; in modules for a driver's linker, so that there is little to link. `may_peel`: the barrier after
 * the leader's work looks conditional (scratch.h). PoCL then runs the first work-item by itself; where the local size is 1 in x, it
 * runs it again with the others, so there the last work-item leads. */
#ifndef CLGROUP_FOR_DRIVER_LINKER
#include <index/compiled.h>
#elif CLGROUP_AS_LOOPS
#include <index/linked_loops.h>
#else
#include <index/linked.h>
#endif

#endif
