/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What <clgroup/operator.h> and <clgroup/cooperative_groups.h> know about a work-group and its sub-groups; not for use by programs. OpenCL C
 * and C++ for OpenCL. */
#ifndef CLGROUP_GROUP_FACTS_H
#define CLGROUP_GROUP_FACTS_H
#pragma clang system_header
#include <clgroup/work_group_shuffle.h>

#define CLGROUP_FACT static inline __attribute__((__overloadable__, __convergent__, __always_inline__))

/* The targets that have LLVM's code generator behind them: there the library's own shuffles name their members, as NVIDIA's must. */
#if defined(__NVPTX__) || defined(__AMDGCN__)
#define CLGROUP_NAMES_MEMBERS 1
#else
#define CLGROUP_NAMES_MEMBERS 0
#endif
/* clgroup-cc says by __clgroup_sub_groups whether kernels may use sub-groups: GPU targets, and strategies subgroup and vector. The queries
 * that shuffles need come with another extension, or with OpenCL C 3.0's feature. */
#if defined(cl_khr_subgroups) || defined(__opencl_c_subgroups) || defined(cl_intel_subgroups)
#define CLGROUP_HAS_QUERIES 1
#else
#define CLGROUP_HAS_QUERIES 0
#endif
#if CLGROUP_NAMES_MEMBERS || (CLGROUP_HAS_QUERIES && defined(__clgroup_sub_groups) && defined(cl_khr_subgroup_shuffle))
#define CLGROUP_HAS_SUB_GROUPS 1
#else
#define CLGROUP_HAS_SUB_GROUPS 0
#endif
/* Ballots, by which lanes find those that are active with them. */
#if CLGROUP_NAMES_MEMBERS || (CLGROUP_HAS_SUB_GROUPS && defined(cl_khr_subgroup_ballot))
#define CLGROUP_HAS_BALLOTS 1
#else
#define CLGROUP_HAS_BALLOTS 0
#endif

#include <clgroup/clgroup_generic.h>

/* Sets of lanes, and a word of another lane. */
#if CLGROUP_NAMES_MEMBERS
#define CLGROUP_OF_LANES __attribute__((__overloadable__, __convergent__, __nomerge__))
ulong CLGROUP_OF_LANES __clgroup_active_lanes(void);
ulong CLGROUP_OF_LANES __clgroup_ballot(bool __predicate, ulong __members);
uint CLGROUP_OF_LANES __clgroup_word_of_lane(uint __x, uint __lane, ulong __members);
void CLGROUP_OF_LANES __clgroup_meet(ulong __members);
bool CLGROUP_OF_LANES __clgroup_has_redux(void);
#if defined(__AMDGCN__)
#ifndef __OPENCL_CPP_VERSION__
uint __clgroup_size_is_known(void);
#endif
uint CLGROUP_OF_LANES __clgroup_word_before(uint __x, uint __n);
uint CLGROUP_OF_LANES __clgroup_word_before_or(uint __x, uint __n, uint __tile, uint __pad);
uint CLGROUP_OF_LANES __clgroup_word_of_other_half(uint __x, uint __n);
uint CLGROUP_OF_LANES __clgroup_word_for_first(uint __x, uint __n);
uint CLGROUP_OF_LANES __clgroup_word_of_first(uint __x, uint __n);
uint CLGROUP_OF_LANES __clgroup_word_below(uint __x, uint __n, uint __tile, uint __lane);
uint CLGROUP_OF_LANES __clgroup_word_above(uint __x, uint __n, uint __tile, uint __lane);
uint CLGROUP_OF_LANES __clgroup_word_across(uint __x, uint __n);
#endif
#undef CLGROUP_OF_LANES
typedef ulong clgroup_lanes;
#define CLGROUP_SHUFFLE(__x, __lane, __lanes) __clgroup_word_of_lane(__x, __lane, __lanes)
#elif CLGROUP_HAS_SUB_GROUPS
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
typedef uint4 clgroup_lanes;
#define CLGROUP_SHUFFLE(__x, __lane, __lanes) sub_group_shuffle(__x, __lane)
#else
typedef uint clgroup_lanes;
#define CLGROUP_SHUFFLE(__x, __lane, __lanes) (__x)
#endif

#if CLGROUP_HAS_SUB_GROUPS
CLGROUP_FACT uint clgroup_lane(void) {
  return get_sub_group_local_id();
}

CLGROUP_FACT uint clgroup_max_lanes(void) {
  return get_max_sub_group_size();
}

/* Do ranks run through the lanes of sub-groups that are full but for the last? The same for all of a work-group. GPUs fill sub-groups by
 * rank. Where a driver fills them row by row the answer is yes if a row is a multiple of one. */
CLGROUP_FACT bool clgroup_ranks_are_lanes(void) {
#if CLGROUP_NAMES_MEMBERS
  return true;
#else
  const uint __lanes = get_max_sub_group_size(), __groups = get_num_sub_groups(), __n = clgroup_size(), __row = (uint)get_local_size(0);
  const bool __full = (__lanes > 1) & ((__lanes & (__lanes - 1)) == 0) & ((__groups - 1) * __lanes < __n) & (__n <= __groups * __lanes);
  return (__groups == 1) | (__full & ((__row == __n) | ((__row & (__lanes - 1)) == 0)));
#endif
}

/* Are whole tiles of `__width` neighbours by rank in a sub-group each? */
CLGROUP_FACT bool clgroup_tiles_are_lanes(uint __width) {
#if CLGROUP_NAMES_MEMBERS
  return __width <= clgroup_max_lanes();
#else
  return ((get_num_sub_groups() == 1) | (__width <= clgroup_max_lanes())) & clgroup_ranks_are_lanes();
#endif
}
#else
CLGROUP_FACT uint clgroup_lane(void) {
  return 0;
}

CLGROUP_FACT uint clgroup_max_lanes(void) {
  return 1;
}

CLGROUP_FACT uint clgroup_live_lanes(void) {
  return 1;
}

CLGROUP_FACT bool clgroup_ranks_are_lanes(void) {
  return false;
}

CLGROUP_FACT bool clgroup_tiles_are_lanes(uint __width) {
  return __width == 1;
}
#endif

#if CLGROUP_HAS_BALLOTS
/* Calls in both arms of a branch do not become one: clgroup-cc has clang told so. */
CLGROUP_FACT clgroup_lanes clgroup_active_lanes(void) {
#if CLGROUP_NAMES_MEMBERS
  return __clgroup_active_lanes();
#else
  return sub_group_ballot(1);
#endif
}
#endif

#if defined(__AMDGCN__)
/* The last lane of this one's tile, all of whose members are active: the highest active lane is the last tile's, or behind the tile. This
 * takes fewer instructions than the work-group's size. */
CLGROUP_FACT uint clgroup_last_lane_of_tile(uint __width) {
  return min(clgroup_lane() | (__width - 1), 63 - (uint)clz(__clgroup_active_lanes()));
}
#endif

#endif
