/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups whose kind or size is known when the kernel runs, and the grid; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_THREAD_GROUP_H
#define CLGROUP_COOPERATIVE_GROUPS_THREAD_GROUP_H
#include <clgroup/cooperative_groups/coalesced.h>

namespace cooperative_groups {

/* Members with neighbouring ranks. */
CLGROUP_INLINE coalesced_group tiled_partition(coalesced_group __group, uint __size) {
  const uint __rank = __group.thread_rank(), __count = __group.num_threads(), __first = __rank & ~(__size - 1);
  const ulong __below = clgroup::__places_below(clgroup::__place_of(__group.clgroup_mask, __first));
  __group.clgroup_mask &= ~__below;
  if (__size < __count - __first)
    __group.clgroup_mask &= clgroup::__places_below(clgroup::__place_of(__group.clgroup_mask, __size));
  __group.clgroup_group = __first / __size;
  __group.clgroup_groups = (__count + __size - 1) / __size;
  return __group;
}

/* A work-group, a tile or a coalesced group, as a parameter of a function that takes any of them. It can count and wait. */
class thread_group {
public:
  CLGROUP_INLINE thread_group(thread_block) : clgroup_size_of_tile(__whole), clgroup_some{0, 0, 0, false, 0, 1} {}
  template <unsigned __N, class __Parent>
  CLGROUP_INLINE thread_group(thread_block_tile<__N, __Parent>) : clgroup_size_of_tile(__N), clgroup_some{0, 0, 0, false, 0, 1} {}
  CLGROUP_INLINE thread_group(coalesced_group __group) : clgroup_size_of_tile(0), clgroup_some(__group) {}
  CLGROUP_INLINE thread_group(thread_group __group, uint __size)
      : clgroup_size_of_tile(min(__size, __group.clgroup_size_of_tile)), clgroup_some(__group.clgroup_some) {
    if (!clgroup_size_of_tile)
      clgroup_some = tiled_partition(clgroup_some, __size);
  }

  CLGROUP_INLINE uint thread_rank() const {
    return clgroup_size_of_tile ? clgroup_rank() & (clgroup_size_of_tile - 1) : clgroup_some.thread_rank();
  }
  CLGROUP_INLINE uint num_threads() const {
    return clgroup_size_of_tile ? min(clgroup_size_of_tile, clgroup_size()) : clgroup_some.num_threads();
  }
  CLGROUP_INLINE uint num_members() const {
    return clgroup_size_of_tile ? min(clgroup_size_of_tile, clgroup_size() - (clgroup_rank() & ~(clgroup_size_of_tile - 1)))
                                : clgroup_some.num_threads();
  }
  CLGROUP_INLINE uint size() const {
    return num_threads();
  }
  CLGROUP_INLINE void sync() const {
    if (!clgroup_size_of_tile)
      clgroup_some.sync();
    else if (CLGROUP_MOST_LANES > 0 && clgroup_size_of_tile <= CLGROUP_MOST_LANES && clgroup_max_lanes() <= CLGROUP_MOST_LANES &&
             clgroup_tiles_are_lanes(clgroup_size_of_tile))
      clgroup::__meet((~0ul >> (64 - clgroup_size_of_tile)) << (clgroup_lane() & ~(clgroup_size_of_tile - 1)));
    else
      thread_block::sync();
  }

private:
  enum : uint { __whole = 0x80000000u };
  uint clgroup_size_of_tile; /* 0: of a coalesced group */
  coalesced_group clgroup_some;
};

/* Tiles of a power of two of work-items. A size larger than the group gives the group itself. */
CLGROUP_INLINE thread_group tiled_partition(thread_group __group, uint __size) {
  return thread_group(__group, __size);
}

/* All work-items of the launch, work-group by work-group. It cannot wait: OpenCL has no barrier between work-groups. */
class grid_group {
public:
  CLGROUP_INLINE static ulong thread_rank() {
    const ulong __x = __first(0), __y = __first(1), __z = __first(2);
    return (__z * get_global_size(1) + __y * get_local_size(2)) * get_global_size(0) + __x * get_local_size(1) * get_local_size(2) + clgroup_rank();
  }
  CLGROUP_INLINE static ulong num_threads() {
    return (ulong)get_global_size(0) * get_global_size(1) * get_global_size(2);
  }
  CLGROUP_INLINE static ulong size() {
    return num_threads();
  }
  CLGROUP_INLINE static uint3 thread_index() {
    return (uint3)(__index(0), __index(1), __index(2));
  }
  CLGROUP_INLINE static uint3 dim_threads() {
    return (uint3)((uint)get_global_size(0), (uint)get_global_size(1), (uint)get_global_size(2));
  }
  CLGROUP_INLINE static ulong block_rank() {
    return ((ulong)get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  }
  CLGROUP_INLINE static ulong num_blocks() {
    return (ulong)get_num_groups(0) * get_num_groups(1) * get_num_groups(2);
  }
  CLGROUP_INLINE static uint3 block_index() {
    return thread_block::group_index();
  }
  CLGROUP_INLINE static uint3 dim_blocks() {
    return (uint3)((uint)get_num_groups(0), (uint)get_num_groups(1), (uint)get_num_groups(2));
  }
  CLGROUP_INLINE static uint3 group_dim() {
    return dim_blocks();
  }
  CLGROUP_INLINE static bool is_valid() {
    return false;
  }
  __attribute__((__unavailable__("cooperative_groups: OpenCL has no barrier between work-groups: end the kernel, and start another one"))) static void
  sync();

private:
  CLGROUP_INLINE static uint __index(uint __d) {
    return (uint)(get_global_id(__d) - get_global_offset(__d));
  }
  /* The global id at which the work-group begins. */
  CLGROUP_INLINE static ulong __first(uint __d) {
    return get_global_id(__d) - get_global_offset(__d) - get_local_id(__d);
  }
};

CLGROUP_INLINE grid_group this_grid() {
  return grid_group();
}

} // namespace cooperative_groups

#endif
