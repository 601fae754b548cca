/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What <clgroup/operator.h> needs once: who takes part in a call, how their words travel, and how the library's operators (clgroup_generic.h) are found. */
#ifndef CLGROUP_OPERATOR_COMMON_H
#define CLGROUP_OPERATOR_COMMON_H
#pragma clang system_header
#include <clgroup/group_facts.h>

#define CLGROUP_JOIN_(__a, __b) __a##__b
#define CLGROUP_JOIN(__a, __b) CLGROUP_JOIN_(__a, __b)
#define CLGROUP_ROW_(__prefix, __operator, __type) __prefix##__operator##_##__type
#define CLGROUP_ROW(__prefix, __operator, __type) CLGROUP_ROW_(__prefix, __operator, __type)
/* Overloads, since one operator may be on several types. */
#define CLGROUP_INLINE CLGROUP_FACT

#if !CLGROUP_HAS_BALLOTS
#define CLGROUP_NO_COALESCED                                                                                                               \
  __attribute__((__overloadable__, __unavailable__("coalesced groups need sub-groups with shuffles and ballots (cl_khr_subgroup_shuffle, " \
                                           "cl_khr_subgroup_ballot): compile with --strategy=subgroup or vector for a device that has them")))
#endif

/* The fewest lanes that a full sub-group has on the devices that the program is for. A tile of up to that many work-items is made of lanes
 * of a sub-group, and its calls may be in divergent control flow; a wider one needs all of the work-group. A program may promise more. */
#ifndef CLGROUP_SUB_GROUP_SIZE
#if CLGROUP_NAMES_MEMBERS
#define CLGROUP_SUB_GROUP_SIZE 32
#elif CLGROUP_HAS_SUB_GROUPS
#define CLGROUP_SUB_GROUP_SIZE 4
#else
#define CLGROUP_SUB_GROUP_SIZE 1
#endif
#endif

#define TESTS_WIDTH(__width)                                                                                                       \
  __attribute__((__diagnose_if__(!__builtin_constant_p(__width) || (__width) == 0 || ((__width) & ((__width)-1)) != 0 || (__width) > 1024, \
                             "the width of a tile is a constant power of two, of up to 1024", "error")))
#define TESTS_COUNT(__count)                                                                                                       \
  __attribute__((__diagnose_if__(!__builtin_constant_p(__count) || (__count) < 1 || (__count) > 16,                                        \
                             "the number of items of a work-item is a constant from 1 to 16", "error")))

/* Those that take part in a call: lanes of a sub-group, by shuffles; or all work-items of the work-group, by local memory. */
typedef struct {
  bool __are_lanes;
  clgroup_lanes __lanes; /* as bits, where it matters which */
} clgroup_members;

/* What a function of a tile of several sub-groups returns beside the sum. */
typedef enum { CLGROUP_NO_PART, CLGROUP_BEFORE, CLGROUP_THROUGH } clgroup_part;

/* Of which lane a word comes on AMD's GPUs. */
typedef enum { CLGROUP_STEP_BEFORE, CLGROUP_NEXT_BELOW, CLGROUP_OTHER_HALF, CLGROUP_FOR_FIRST, CLGROUP_OF_FIRST } clgroup_neighbour;
#if defined(__AMDGCN__)
CLGROUP_INLINE uint clgroup_near_word(uint __x, uint __n, clgroup_neighbour __which) {
  return __which == CLGROUP_STEP_BEFORE  ? __clgroup_word_before(__x, __n)
         : __which == CLGROUP_NEXT_BELOW ? __clgroup_word_below(__x, 1, __n, clgroup_lane())
         : __which == CLGROUP_OTHER_HALF ? __clgroup_word_of_other_half(__x, __n)
         : __which == CLGROUP_FOR_FIRST  ? __clgroup_word_for_first(__x, __n)
                                         : __clgroup_word_of_first(__x, __n);
}
#endif

/* This one's number among the members. */
CLGROUP_INLINE uint clgroup_self(clgroup_members __members) {
  return __members.__are_lanes ? clgroup_lane() : clgroup_rank();
}

CLGROUP_INLINE clgroup_members clgroup_all_of_work_group(void) {
  const clgroup_members __members = {false, 0};
  return __members;
}

/* The lanes of this one's tile; `__width` is a power of two, or more than all. */
CLGROUP_INLINE clgroup_members clgroup_lanes_of_tile(uint __width) {
  clgroup_members __members = {true, 0};
#if CLGROUP_NAMES_MEMBERS
  const uint __first = clgroup_lane() & ~(__width - 1), __count = min(__width, clgroup_live_lanes() - __first);
  __members.__lanes = ~0ul >> (64 - __count) << __first;
#endif
  return __members;
}

/* Without sub-groups a promise about them is void, and on GPU targets they have 32 lanes or more, whatever it says. */
CLGROUP_INLINE clgroup_members clgroup_tile_members(uint __width) {
  if ((CLGROUP_HAS_SUB_GROUPS && __width <= (CLGROUP_NAMES_MEMBERS ? 32 : CLGROUP_SUB_GROUP_SIZE)) || clgroup_tiles_are_lanes(__width))
    return clgroup_lanes_of_tile(__width);
  return clgroup_all_of_work_group();
}

/* Is the tile of several whole sub-groups, but for the last one? The same for all of a work-group. */
CLGROUP_INLINE bool clgroup_is_wide(uint __width, clgroup_members __members) {
  return CLGROUP_HAS_SUB_GROUPS && !__members.__are_lanes && __width > clgroup_max_lanes() && clgroup_ranks_are_lanes();
}

/* As the width of a tile: all members. */
#define CLGROUP_WHOLE 0x80000000u

/* In how many steps, as a power of two, a scan over the tile reaches all its members. */
CLGROUP_INLINE uint clgroup_reach(uint __width, clgroup_members __members) {
  if (__members.__are_lanes)
    return __width == CLGROUP_WHOLE ? clgroup_max_lanes() : __width;
  return min(__width, clgroup_size());
}

/* The number of the tile's last member; all members ask. */
CLGROUP_INLINE uint clgroup_tile_last(uint __width, clgroup_members __members) {
#if defined(__AMDGCN__)
  if (__members.__are_lanes && !__clgroup_size_is_known())
    return clgroup_last_lane_of_tile(__width);
#endif
  const uint __last = clgroup_self(__members) | (__width - 1), __end = __members.__are_lanes ? clgroup_live_lanes() : clgroup_size();
  return min(__last, __end - 1);
}

#if CLGROUP_HAS_BALLOTS
CLGROUP_INLINE clgroup_members clgroup_active_members(void) {
  const clgroup_members __members = {true, clgroup_active_lanes()};
  return __members;
}

CLGROUP_INLINE uint clgroup_last_lane_of(uint __word, uint __first, uint __otherwise) {
  return __word ? __first + 31 - clz(__word) : __otherwise;
}

/* The last lane of a set; `__otherwise` if it is empty. */
CLGROUP_INLINE uint clgroup_last_lane_of(ulong __lanes, uint __otherwise) {
  return __lanes ? 63 - (uint)clz(__lanes) : __otherwise;
}

CLGROUP_INLINE uint clgroup_last_lane_of(uint4 __lanes, uint __otherwise) {
  uint __last = clgroup_last_lane_of(__lanes[0], 0, __otherwise);
  __last = clgroup_last_lane_of(__lanes[1], 32, __last);
  __last = clgroup_last_lane_of(__lanes[2], 64, __last);
  return clgroup_last_lane_of(__lanes[3], 96, __last);
}

CLGROUP_INLINE uint clgroup_last_member(clgroup_members __members) {
  return clgroup_last_lane_of(__members.__lanes, clgroup_lane());
}

/* The nearest member below this one; itself if there is none. */
CLGROUP_INLINE uint clgroup_member_before(clgroup_members __members) {
#if CLGROUP_NAMES_MEMBERS
  return clgroup_last_lane_of(__members.__lanes & ((1ul << clgroup_lane()) - 1), clgroup_lane());
#else
  return clgroup_last_lane_of(__members.__lanes & get_sub_group_lt_mask(), clgroup_lane());
#endif
}
#endif

#endif
