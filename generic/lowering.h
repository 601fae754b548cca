/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The names that the device library and its lowering step (lib/lower), a C program, share.
 *
 * CLGROUP_REQUESTS lists the functions by which the library makes requests of the lowering step. scratch.h and rank.h declare and
 * describe them; in self-contained builds scratch.c defines them. */
#ifndef CLGROUP_LOWERING_H
#define CLGROUP_LOWERING_H

#define CLGROUP_REQUESTS(REQUEST)                                                                                      \
  REQUEST(SINGLE_BUFFERED, __clgroup_scratch_single_buffered)                                                          \
  REQUEST(DOUBLE_BUFFERED, __clgroup_scratch_double_buffered)                                                          \
  REQUEST(ALL, __clgroup_scratch_all)                                                                                  \
  REQUEST(CAPACITY, __clgroup_scratch_capacity)                                                                        \
  REQUEST(RELEASE, __clgroup_scratch_release)                                                                          \
  REQUEST(MAY_PEEL, __clgroup_may_peel_leader)                                                                         \
  REQUEST(IN_LOOP, __clgroup_is_in_loop)                                                                               \
  REQUEST(SIZE_IS_KNOWN, __clgroup_size_is_known)                                                                      \
  REQUEST(SLOPE, __clgroup_slope)

/* The functions that return a work-item's index, which remain calls in bitcode (rank.h). */
#define CLGROUP_INDEX_AFTER_BARRIER __clgroup_index_after_barrier
#define CLGROUP_INDEX_IN_LOOP __clgroup_index_in_loop

/* What __clgroup_is_in_loop() returns in a loop, other than 1, where an id behind a barrier is computed again, so that accesses by it
 * are to neighbours: SPIR-V for PoCL (lib/lower/passes/rematerialize.c). */
#define CLGROUP_IN_LOOP_AGAIN 2

/* The architecture that the module is compiled for, a uint: 80 for sm_80, 0x90a for gfx90a. The lowering step replaces the calls by that
 * constant once the target's built-in functions are linked. In self-contained builds it is 0: any architecture of the target. */
#define CLGROUP_ARCHITECTURE __clgroup_architecture

/* A constant in the same way: 1 for kernels that NVIDIA's OpenCL launches, which supports offsets and may split a launch into several
 * grids; 0 for CUDA, and in self-contained builds. */
#define CLGROUP_HAS_OFFSETS __clgroup_has_offsets

/* The largest work-group of the kernel, in work-items: its reqd_work_group_size, or what the options say. Replaced in each kernel, since
 * they differ; 1024 in self-contained builds. */
#define CLGROUP_MOST_ITEMS __clgroup_most_items

/* The prefix of those functions of a GPU's library that are inlined only after the kernels are optimized, since LLVM would pessimize
 * their bodies. */
#define CLGROUP_LATE_PREFIX __clgroup_late_

/* The prefix, before mangling, of a leader's pass over all items (work_group/items.h). */
#define CLGROUP_LEADER_PREFIX clgroup_leader_

#endif
