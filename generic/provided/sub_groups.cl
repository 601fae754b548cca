// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenCL C's sub-group functions for devices without sub-groups: a work-group is one sub-group, and a work-item's lane is its rank. A
 * kernel gets the functions that it calls (clgroup-cc --provide, lib/lower/library/provided.c).
 *
 * They call the work-group functions, and have their results and costs: each collective is one of these, each exchange one
 * clgroup_work_group_exchange. So all work-items of the work-group must make a call, also of functions that the specification allows a part
 * of a sub-group to call. A sub-group has at most 128 lanes, the number of bits of a ballot. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include <lowering.h>
#include <memory_scope.h>
#include <names.h>
#include <shape.h>

#define CLGROUP_DECLARED __attribute__((overloadable, convergent))
int CLGROUP_DECLARED work_group_all(int predicate);
int CLGROUP_DECLARED work_group_any(int predicate);
void CLGROUP_DECLARED work_group_barrier(cl_mem_fence_flags flags, memory_scope scope);
uint __attribute__((const)) CLGROUP_MOST_ITEMS(void);
int __attribute__((const)) __clgroup_slope(uint value);
size_t __attribute__((overloadable, const)) get_enqueued_local_size(uint dimension);

uint CLGROUP_BUILTIN get_max_sub_group_size(void) {
  return (uint)get_enqueued_local_size(0) * (uint)get_enqueued_local_size(1) * (uint)get_enqueued_local_size(2);
}

uint CLGROUP_BUILTIN get_sub_group_size(void) {
  return clgroup_size();
}

uint CLGROUP_BUILTIN get_sub_group_local_id(void) {
  return clgroup_rank();
}

uint CLGROUP_BUILTIN get_sub_group_id(void) {
  return 0;
}

uint CLGROUP_BUILTIN get_num_sub_groups(void) {
  return 1;
}

uint CLGROUP_BUILTIN get_enqueued_num_sub_groups(void) {
  return 1;
}

void CLGROUP_BUILTIN sub_group_barrier(cl_mem_fence_flags flags) {
  barrier(flags);
}

void CLGROUP_BUILTIN sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  work_group_barrier(flags, scope == memory_scope_sub_group ? memory_scope_work_group : scope);
}

/* All lanes make the call, so the first active one is lane 0. */
#define CLGROUP_VOTES(prefix)                                                                                          \
  int CLGROUP_BUILTIN prefix##all(int predicate) {                                                                     \
    return work_group_all(predicate);                                                                                  \
  }                                                                                                                    \
  int CLGROUP_BUILTIN prefix##any(int predicate) {                                                                     \
    return work_group_any(predicate);                                                                                  \
  }
CLGROUP_VOTES(sub_group_)
CLGROUP_VOTES(sub_group_non_uniform_)
#undef CLGROUP_VOTES

int CLGROUP_BUILTIN sub_group_elect(void) {
  return clgroup_rank() == 0;
}

#define CLGROUP_TYPE_BODY <provided/whole-type.inc>
#define CLGROUP_NO_SMALL
#include <types.inc>
#include <sub_group/small_types.inc>
#include <provided/whole-ballot.inc>
