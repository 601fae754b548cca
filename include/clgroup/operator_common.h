/* What <clgroup/operator.h> needs once: who takes part in a call, how their words travel, and how the library's operators (clgroup_generic.h) are found. */
#ifndef CLGROUP_OPERATOR_COMMON_H
#define CLGROUP_OPERATOR_COMMON_H
#pragma clang system_header
#include <clgroup/group_facts.h>

#define CLGROUP_JOIN_(a, b) a##b
#define CLGROUP_JOIN(a, b) CLGROUP_JOIN_(a, b)
#define CLGROUP_ROW_(prefix, operator, type) prefix##operator##_##type
#define CLGROUP_ROW(prefix, operator, type) CLGROUP_ROW_(prefix, operator, type)
/* Overloads, since one operator may be on several types. */
#define CLGROUP_INLINE CLGROUP_FACT

#if !CLGROUP_HAS_BALLOTS
#define CLGROUP_NO_COALESCED                                                                                                               \
  __attribute__((overloadable, unavailable("coalesced groups need sub-groups with shuffles and ballots (cl_khr_subgroup_shuffle, "         \
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

#define CLGROUP_CHECK_WIDTH(width)                                                                                                         \
  __attribute__((diagnose_if(!__builtin_constant_p(width) || (width) == 0 || ((width) & ((width)-1)) != 0 || (width) > 1024,               \
                             "the width of a tile is a constant power of two, of up to 1024", "error")))
#define CLGROUP_CHECK_COUNT(count)                                                                                                         \
  __attribute__((diagnose_if(!__builtin_constant_p(count) || (count) < 1 || (count) > 16,                                                  \
                             "the number of items of a work-item is a constant from 1 to 16", "error")))

/* Those that take part in a call: lanes of a sub-group, by shuffles; or all work-items of the work-group, by local memory. */
typedef struct {
  bool are_lanes;
  clgroup_lanes lanes; /* as bits, where it matters which */
} clgroup_members;

/* What a function of a tile of several sub-groups returns beside the sum. */
typedef enum { CLGROUP_NO_PART, CLGROUP_BEFORE, CLGROUP_THROUGH } clgroup_part;

/* This one's number among the members. */
CLGROUP_INLINE uint clgroup_self(clgroup_members members) {
  return members.are_lanes ? clgroup_lane() : clgroup_rank();
}

CLGROUP_INLINE clgroup_members clgroup_all_of_work_group(void) {
  const clgroup_members members = {false, 0};
  return members;
}

/* The lanes of this one's tile; `width` is a power of two, or more than all. */
CLGROUP_INLINE clgroup_members clgroup_lanes_of_tile(uint width) {
  clgroup_members members = {true, 0};
#if CLGROUP_NAMES_MEMBERS
  const uint first = clgroup_lane() & ~(width - 1), count = min(width, clgroup_live_lanes() - first);
  members.lanes = ~0ul >> (64 - count) << first;
#endif
  return members;
}

/* Without sub-groups a promise about them is void. */
CLGROUP_INLINE clgroup_members clgroup_tile_members(uint width) {
  if ((CLGROUP_HAS_SUB_GROUPS && width <= CLGROUP_SUB_GROUP_SIZE) || clgroup_tiles_are_lanes(width))
    return clgroup_lanes_of_tile(width);
  return clgroup_all_of_work_group();
}

/* Is the tile of several whole sub-groups, but for the last one? The same for all of a work-group. */
CLGROUP_INLINE bool clgroup_is_wide(uint width, clgroup_members members) {
  return CLGROUP_HAS_SUB_GROUPS && !members.are_lanes && width > clgroup_max_lanes() && clgroup_ranks_are_lanes();
}

/* As the width of a tile: all members. */
#define CLGROUP_WHOLE 0x80000000u

/* In how many steps, as a power of two, a scan over the tile reaches all its members. */
CLGROUP_INLINE uint clgroup_reach(uint width, clgroup_members members) {
  if (members.are_lanes)
    return width == CLGROUP_WHOLE ? clgroup_max_lanes() : width;
  return min(width, clgroup_size());
}

/* The number of the tile's last member. */
CLGROUP_INLINE uint clgroup_tile_last(uint width, clgroup_members members) {
  const uint last = clgroup_self(members) | (width - 1), end = members.are_lanes ? clgroup_live_lanes() : clgroup_size();
  return min(last, end - 1);
}

#if CLGROUP_HAS_BALLOTS
CLGROUP_INLINE clgroup_members clgroup_active_members(void) {
  const clgroup_members members = {true, clgroup_active_lanes()};
  return members;
}

CLGROUP_INLINE uint clgroup_last_lane_of(uint word, uint first, uint otherwise) {
  return word ? first + 31 - clz(word) : otherwise;
}

/* The last lane of a set; `otherwise` if it is empty. */
CLGROUP_INLINE uint clgroup_last_lane_of(ulong lanes, uint otherwise) {
  return lanes ? 63 - (uint)clz(lanes) : otherwise;
}

CLGROUP_INLINE uint clgroup_last_lane_of(uint4 lanes, uint otherwise) {
  uint last = clgroup_last_lane_of(lanes.x, 0, otherwise);
  last = clgroup_last_lane_of(lanes.y, 32, last);
  last = clgroup_last_lane_of(lanes.z, 64, last);
  return clgroup_last_lane_of(lanes.w, 96, last);
}

CLGROUP_INLINE uint clgroup_last_member(clgroup_members members) {
  return clgroup_last_lane_of(members.lanes, clgroup_lane());
}

/* The nearest member below this one; itself if there is none. */
CLGROUP_INLINE uint clgroup_member_before(clgroup_members members) {
#if CLGROUP_NAMES_MEMBERS
  return clgroup_last_lane_of(members.lanes & ((1ul << clgroup_lane()) - 1), clgroup_lane());
#else
  return clgroup_last_lane_of(members.lanes & get_sub_group_lt_mask(), clgroup_lane());
#endif
}
#endif

#endif
