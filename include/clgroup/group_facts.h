/* What <clgroup/operator.h> and <clgroup/cooperative_groups.h> know of a work-group and its sub-groups; not for programs. OpenCL C and C++
 * for OpenCL. */
#ifndef CLGROUP_GROUP_FACTS_H
#define CLGROUP_GROUP_FACTS_H
#pragma clang system_header
#include <clgroup/work_group_shuffle.h>

#define CLGROUP_FACT static inline __attribute__((overloadable, convergent, always_inline))

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
#define CLGROUP_OF_LANES __attribute__((overloadable, convergent, nomerge))
ulong CLGROUP_OF_LANES __clgroup_active_lanes(void);
ulong CLGROUP_OF_LANES __clgroup_ballot(bool predicate, ulong members);
uint CLGROUP_OF_LANES __clgroup_word_of_lane(uint x, uint lane, ulong members);
void CLGROUP_OF_LANES __clgroup_meet(ulong members);
#undef CLGROUP_OF_LANES
typedef ulong clgroup_lanes;
#define CLGROUP_SHUFFLE(x, lane, lanes) __clgroup_word_of_lane(x, lane, lanes)
#elif CLGROUP_HAS_SUB_GROUPS
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
typedef uint4 clgroup_lanes;
#define CLGROUP_SHUFFLE(x, lane, lanes) sub_group_shuffle(x, lane)
#else
typedef uint clgroup_lanes;
#define CLGROUP_SHUFFLE(x, lane, lanes) (x)
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
  const uint lanes = get_max_sub_group_size(), groups = get_num_sub_groups(), n = clgroup_size(), row = (uint)get_local_size(0);
  const bool full = (lanes > 1) & ((lanes & (lanes - 1)) == 0) & ((groups - 1) * lanes < n) & (n <= groups * lanes);
  return (groups == 1) | (full & ((row == n) | ((row & (lanes - 1)) == 0)));
#endif
}

/* Are whole tiles of `width` neighbours by rank in a sub-group each? */
CLGROUP_FACT bool clgroup_tiles_are_lanes(uint width) {
#if CLGROUP_NAMES_MEMBERS
  return width <= clgroup_max_lanes();
#else
  return ((get_num_sub_groups() == 1) | (width <= clgroup_max_lanes())) & clgroup_ranks_are_lanes();
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

CLGROUP_FACT bool clgroup_tiles_are_lanes(uint width) {
  return width == 1;
}
#endif

#if CLGROUP_HAS_BALLOTS
/* `nomerge`: calls in both arms of a branch must not become one, since other lanes are active in each. */
CLGROUP_FACT clgroup_lanes clgroup_active_lanes(void) {
#if CLGROUP_NAMES_MEMBERS
  return __clgroup_active_lanes();
#else
  clgroup_lanes set;
  __attribute__((nomerge)) set = sub_group_ballot(1);
  return set;
#endif
}
#endif

#endif
