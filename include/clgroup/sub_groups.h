/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL's sub-group functions for devices that have none: a work-group is a single sub-group, as large as it can be. OpenCL C; clgroup-cc
 * finds this header without -I, and the layer includes it by itself (CLGROUP_EXTENSIONS=cl_khr_subgroups).
 *
 * It offers cl_khr_subgroups, which is OpenCL C 3.0's __opencl_c_subgroups: the queries, sub_group_barrier, sub_group_all, sub_group_any,
 * sub_group_broadcast, and sub_group_reduce_, sub_group_scan_inclusive_ and sub_group_scan_exclusive_ with add, min and max, for int, uint,
 * long, ulong, float, double and half. They are the work-group functions, with their results and their costs (docs/functions.md). Since a
 * sub-group function must be reached by all work-items of its sub-group, and that is the work-group, no program can tell the difference but
 * by the sub-group's size. One that assumes a size, such as 32, must ask for it by reqd_work_group_size, in one dimension: the sub-group is
 * then of that size.
 *
 * Shuffles, ballots and the non_uniform functions are not offered: a part of the sub-group may call them, which no barrier allows. */
#ifndef CLGROUP_SUB_GROUPS_OF_WORK_GROUPS_H
#define CLGROUP_SUB_GROUPS_OF_WORK_GROUPS_H
#pragma clang system_header
#if __OPENCL_C_VERSION__ < 200
#error "<clgroup/sub_groups.h> needs -cl-std=CL2.0 or CL3.0, as cl_khr_subgroups does"
#endif
#include <clgroup/group_facts.h>

/* Where the device has one of these, clang has declared the scope. */
#if !defined(cl_khr_subgroups) && !defined(cl_intel_subgroups) && !defined(__opencl_c_subgroups)
#define memory_scope_sub_group ((memory_scope)__OPENCL_MEMORY_SCOPE_SUB_GROUP)
#endif
#ifndef cl_khr_subgroups
#define cl_khr_subgroups 1
#endif
#if __OPENCL_C_VERSION__ >= 300 && !defined(__opencl_c_subgroups)
#define __opencl_c_subgroups 1
#endif

CLGROUP_FACT uint clgroup_enqueued_size(void) {
  return (uint)get_enqueued_local_size(0) * (uint)get_enqueued_local_size(1) * (uint)get_enqueued_local_size(2);
}

#define get_sub_group_size() clgroup_size()
#define get_max_sub_group_size() clgroup_enqueued_size()
#define get_num_sub_groups() 1u
#define get_enqueued_num_sub_groups() 1u
#define get_sub_group_id() 0u
#define get_sub_group_local_id() clgroup_rank()

CLGROUP_FACT void clgroup_sub_group_barrier(cl_mem_fence_flags __flags) {
  barrier(__flags);
}
CLGROUP_FACT void clgroup_sub_group_barrier(cl_mem_fence_flags __flags, memory_scope __scope) {
  work_group_barrier(__flags, __scope == memory_scope_sub_group ? memory_scope_work_group : __scope);
}
#define sub_group_barrier clgroup_sub_group_barrier

#define sub_group_all work_group_all
#define sub_group_any work_group_any

/* The work-item of a rank, by its local ids. */
#define CLGROUP_BROADCAST_OF(__T)                                                                                                          \
  CLGROUP_FACT __T clgroup_sub_group_broadcast(__T __x, uint __rank) {                                                                     \
    const uint __width = (uint)get_local_size(0), __height = (uint)get_local_size(1);                                                      \
    return work_group_broadcast(__x, __rank % __width, __rank / __width % __height, __rank / __width / __height);                          \
  }
CLGROUP_BROADCAST_OF(int)
CLGROUP_BROADCAST_OF(uint)
CLGROUP_BROADCAST_OF(long)
CLGROUP_BROADCAST_OF(ulong)
CLGROUP_BROADCAST_OF(float)
#if defined(cl_khr_fp64) || defined(__opencl_c_fp64)
CLGROUP_BROADCAST_OF(double)
#endif
#ifdef cl_khr_fp16
CLGROUP_BROADCAST_OF(half)
#endif
#undef CLGROUP_BROADCAST_OF
#define sub_group_broadcast clgroup_sub_group_broadcast

#define sub_group_reduce_add work_group_reduce_add
#define sub_group_reduce_min work_group_reduce_min
#define sub_group_reduce_max work_group_reduce_max
#define sub_group_scan_inclusive_add work_group_scan_inclusive_add
#define sub_group_scan_inclusive_min work_group_scan_inclusive_min
#define sub_group_scan_inclusive_max work_group_scan_inclusive_max
#define sub_group_scan_exclusive_add work_group_scan_exclusive_add
#define sub_group_scan_exclusive_min work_group_scan_exclusive_min
#define sub_group_scan_exclusive_max work_group_scan_exclusive_max

#endif
