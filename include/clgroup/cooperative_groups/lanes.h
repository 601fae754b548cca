/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lanes of a sub-group; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_LANES_H
#define CLGROUP_COOPERATIVE_GROUPS_LANES_H
#include <clgroup/group_facts.h>

/* Tiles of up to these sizes use shuffles: always; and at most, if the device's sub-groups are large enough. */
#if CLGROUP_NAMES_MEMBERS
#define CLGROUP_SURE_LANES __clgroup_lanes /* by clgroup-cc: clang 22 has no macro for a wave's size */
#define CLGROUP_MOST_LANES __clgroup_lanes
#elif CLGROUP_HAS_SUB_GROUPS
#define CLGROUP_SURE_LANES 1
#define CLGROUP_MOST_LANES 64 /* sets of lanes are ulongs */
#else
#define CLGROUP_SURE_LANES 1 /* this_thread() */
#define CLGROUP_MOST_LANES 0
#endif

#if CLGROUP_NAMES_MEMBERS
#define CLGROUP_OF_LANES __attribute__((__convergent__, __nomerge__))
extern "C" uint __clgroup_size_is_known(void);
uint CLGROUP_OF_LANES __clgroup_count_below(ulong __members);
#if defined(__NVPTX__)
extern "C" {
uint CLGROUP_OF_LANES __clgroup_word_below(uint __x, uint __n, uint __tile, uint __members, __private uint *__is_there);
uint CLGROUP_OF_LANES __clgroup_word_above_if(uint __x, uint __n, uint __tile, uint __members, __private uint *__is_there);
uint CLGROUP_OF_LANES __clgroup_late_ballot_32(uint __members);
uint __attribute__((const)) __clgroup_late_select_32(bool __condition, uint __a, uint __b);
uint CLGROUP_OF_LANES __clgroup_match_all_32(uint __x, uint __members, __private uint *__are_same);
}
uint CLGROUP_OF_LANES __clgroup_word_in_tile(uint __x, uint __at, uint __tile, ulong __members);
uint CLGROUP_OF_LANES __clgroup_word_above(uint __x, uint __n, uint __tile, ulong __members);
uint CLGROUP_OF_LANES __clgroup_word_across(uint __x, uint __mask, uint __tile, ulong __members);
ulong CLGROUP_OF_LANES __clgroup_match(uint __x, ulong __members);
ulong CLGROUP_OF_LANES __clgroup_match(ulong __x, ulong __members);
#endif
#undef CLGROUP_OF_LANES
#endif

namespace cooperative_groups {
namespace clgroup {

CLGROUP_INLINE uint __word_of_lane(uint __x, uint __lane, ulong __members) {
  (void)__lane, (void)__members; /* not all devices need them */
  return CLGROUP_SHUFFLE(__x, __lane, __members);
}

#if CLGROUP_NAMES_MEMBERS
CLGROUP_INLINE ulong __active_lanes() {
  return clgroup_active_lanes();
}
CLGROUP_INLINE ulong ballot(bool __predicate, ulong __members) {
  return __clgroup_ballot(__predicate, __members) & __members;
}
CLGROUP_INLINE void __meet(ulong __members) {
  __clgroup_meet(__members);
}
#else
#if CLGROUP_HAS_BALLOTS
CLGROUP_INLINE ulong __set_of(uint4 __set) {
  return (ulong)__set[1] << 32 | __set[0];
}
CLGROUP_INLINE ulong __active_lanes() {
  return __set_of(clgroup_active_lanes());
}
CLGROUP_INLINE ulong ballot(bool __predicate, ulong __members) {
  return __set_of(sub_group_ballot(__predicate)) & __members;
}
#else
/* Never called; it must be declared, since code that only other devices run names it. */
CLGROUP_INLINE ulong ballot(bool, ulong) {
  return 0;
}
#endif
CLGROUP_INLINE void __meet(ulong) {
#if CLGROUP_HAS_SUB_GROUPS
  /* The lanes of such devices run in step. The fence is for the compiler. */
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_sub_group);
#endif
}
#endif

/* Do the lanes of sub-groups hold neighbours by rank, in whole tiles of N? The answer is the same in all of a work-group. */
template <unsigned __N> CLGROUP_INLINE bool __fits_sub_group() {
#if CLGROUP_MOST_LANES > 0 && CLGROUP_SURE_LANES <= 1
  return (clgroup_max_lanes() <= CLGROUP_MOST_LANES) & clgroup_tiles_are_lanes(__N);
#else
  return __N <= CLGROUP_SURE_LANES;
#endif
}

/* Is it known that all tiles of N are full? */
template <unsigned __N> CLGROUP_INLINE bool __are_full() {
#if CLGROUP_NAMES_MEMBERS
  return __N == 1 || (__clgroup_size_is_known() && clgroup_size() % __N == 0);
#else
  return false;
#endif
}

} // namespace clgroup
} // namespace cooperative_groups

#endif
