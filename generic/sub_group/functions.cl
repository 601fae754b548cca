// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenCL C's sub-group functions, for targets for which clang has none: the core functions of OpenCL C 3.0, and those of the
 * cl_khr_subgroup_ extensions (docs/functions.md lists them). They are part of the target's library of built-in functions, of which a
 * kernel gets those that it calls. On SPIR-V the device's own are used.
 *
 * Each target's sub_group.cl defines the six functions that they are made of:
 *   __clgroup_lanes()                        the number of lanes of a full sub-group
 *   __clgroup_lane()                         the number of this lane
 *   __clgroup_active_lanes()                 the mask of the lanes that are active here
 *   __clgroup_ballot(predicate, members)     the mask of the members whose predicate is true
 *   __clgroup_word_of_lane(x, lane, members) the value of x in another member; undefined if that lane is no member
 *   __clgroup_meet(members)                  a barrier of the members, with a fence for all memory
 * `members` is the mask of the lanes that make the call: the whole sub-group for the core functions, which all work-items call; the active
 * lanes for the others. Each function reads the mask of active lanes once, since on NVIDIA it may change from one instruction to the next.
 *
 * One algorithm serves all reduces and scans over a part of the lanes (op.inc): those of non-uniform callers and of clusters, also in a
 * last sub-group that is not full. Those over a whole sub-group are in whole.cl. None of them uses a barrier or local memory. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include <memory_scope.h>
#include <names.h>
#include <rank.h>
#include <redux.h>

uint CLGROUP_BUILTIN __clgroup_lanes(void);
uint CLGROUP_BUILTIN __clgroup_lane(void);
ulong CLGROUP_BUILTIN __clgroup_active_lanes(void);
ulong CLGROUP_BUILTIN __clgroup_ballot(bool predicate, ulong members);
uint CLGROUP_BUILTIN __clgroup_word_of_lane(uint x, uint lane, ulong members);
void CLGROUP_BUILTIN __clgroup_meet(ulong members);
uint CLGROUP_BUILTIN __clgroup_word_below(uint x, uint n, uint tile, uint lane); /* targets/amdgcn/sub_group.cl */
uint CLGROUP_BUILTIN __clgroup_word_above(uint x, uint n, uint tile, uint lane);
uint CLGROUP_BUILTIN __clgroup_word_across(uint x, uint n);
size_t __attribute__((overloadable, const)) get_enqueued_local_size(uint dimension);

#include <sub_group/queries.inc>
#include <sub_group/votes.inc>
#include <sub_group/ballot.inc>

#define CLGROUP_TYPE_BODY <sub_group/type.inc>
#define CLGROUP_NO_SMALL
#include <types.inc>
#include <sub_group/small_types.inc>
