/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cooperative groups for C++ for OpenCL 2021 (clang 15 and newer, -cl-std=CLC++2021), with the names and meanings of NVIDIA's CUDA
 * programming guide. docs/cooperative-groups.md has an example of each; clgroup-cc finds this header without -I.
 *
 *   this_thread_block()                          the work-group
 *   tiled_partition<N>(group)                    tiles of N neighbours by rank, N a power of two; the last one may be smaller
 *   tiled_partition(group, size)                 the same with a size that is not constant: thread_groups, which have sync(), ranks and sizes;
 *                                                of a coalesced group: coalesced groups
 *   this_grid()                                  all work-items of the launch: ranks and sizes, but no sync()
 *   coalesced_threads()                          the work-items of a sub-group that are active at this call
 *   labeled_partition(group, label)              those of a tile or of a coalesced group with the same label
 *   binary_partition(group, predicate)           those with the same predicate
 *   invoke_one, invoke_one_broadcast(group, f, arguments...)
 *   reduce, inclusive_scan, exclusive_scan(group, x [, op])
 *   reduce_update, inclusive_scan_update, exclusive_scan_update(group, atomic, x [, op])
 *   reduce_update_async, reduce_store_async(group, atomic, x [, op])
 *   memcpy_async(group, to, from, bytes), wait(group), wait_prior<N>(group)
 *
 * Operators: plus, less, greater, bit_and, bit_xor, bit_or, and anything that can be called as op(a, b): a is of lower ranks, so it need
 * not commute. If it does, `enum { is_commutative = true };` in its type makes a reduce shorter. Values: any trivially copyable type of up to
 * 32 bytes.
 *
 * The way in which values are exchanged decides who must make a call:
 *   by shuffles   inside a sub-group: the group's members must make the call, in any control flow
 *   by memory     through clgroup_work_group_shuffle (work_group_shuffle.h): all work-items of the work-group must make the call, as with
 *                 barrier(), each for its own group
 * On GPUs tiles of up to the size of a sub-group use shuffles, and larger ones memory. In SPIR-V with strategies subgroup and vector it is
 * the same, but the size is known only when the kernel runs: on drivers for CPUs it may be 4, or differ between kernels. Tiles also use
 * memory if rows of work-items are no multiple of that size, or if it is more than 64. With the other strategies, for devices without
 * sub-groups, all groups use memory, and there are no coalesced groups. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_H
#define CLGROUP_COOPERATIVE_GROUPS_H

#if !defined(__OPENCL_CPP_VERSION__) || __OPENCL_CPP_VERSION__ < 202100
#error "clgroup/cooperative_groups.h is for C++ for OpenCL 2021: compile with -cl-std=CLC++2021, or name the file .clcpp"
#endif

#include <clgroup/group_facts.h>

/* <clgroup/operator.h>, before and behind this, has another. */
#pragma push_macro("CLGROUP_INLINE")
#undef CLGROUP_INLINE
#define CLGROUP_INLINE __attribute__((__always_inline__)) inline

#include <clgroup/cooperative_groups/updates.h> /* which includes the other parts */

#pragma pop_macro("CLGROUP_INLINE")
#undef CLGROUP_SURE_LANES
#undef CLGROUP_MOST_LANES
#undef CLGROUP_EITHER
#undef CLGROUP_OF_TILE
#undef CLGROUP_OF_SOME

/* The extension stays enabled: an operator may be the name of a function. All calls are direct once the header's functions are inlined. */
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

#endif
