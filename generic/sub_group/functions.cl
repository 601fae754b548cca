// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenCL C's sub-group functions, for targets whose clang has none: the core ones of OpenCL C 3.0 and those of the cl_khr_subgroup_
 * extensions (docs/functions.md lists them). Part of the target's built-in functions, of which a kernel gets those that it calls. On SPIR-V the
 * device's own are used.
 *
 * They are made of five functions of the target's sub_group.cl:
 *   __clgroup_lanes()                        the lanes of a full sub-group
 *   __clgroup_active_lanes()                 those that are active where it is called, as bits
 *   __clgroup_ballot(predicate, members)     those of the members where it is true
 *   __clgroup_word_of_lane(x, lane, members) another member's value; of a lane that is none an undefined one
 *   __clgroup_meet(members)                  a barrier of the members, which orders all memory for them
 * `members` are the lanes that make the call: all of the sub-group for the core functions, which all work-items call; those that are active
 * for the others. A function asks once which are active, since on NVIDIA the answer may change from one instruction to the next.
 *
 * One algorithm serves all reduces and scans over some of the active lanes (op.inc), those of non-uniform callers and of clusters, in a
 * last sub-group that is not full too. Those of a whole sub-group are in whole.cl. No barriers, no local memory. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include <memory_scope.h>
#include <names.h>
#include <rank.h>
#include <redux.h>

uint CLGROUP_BUILTIN __clgroup_lanes(void);
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

#define CLGROUP_TYPE_BODY <sub_group/wide_type.inc>
#include <types.inc>
#undef CLGROUP_TYPE_BODY
#define CLGROUP_TYPE_BODY <sub_group/type.inc>
#include <sub_group/small_types.inc>
