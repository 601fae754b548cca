/* Groups whose kind or size is known when the kernel runs, and the grid; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_THREAD_GROUP_H
#define CLGROUP_COOPERATIVE_GROUPS_THREAD_GROUP_H
#include <clgroup/cooperative_groups/coalesced.h>

namespace cooperative_groups {

/* Members with neighbouring ranks. */
CLGROUP_INLINE coalesced_group tiled_partition(coalesced_group group, uint size) {
  const uint rank = group.thread_rank(), count = group.num_threads(), first = rank & ~(size - 1);
  const ulong below = clgroup::places_below(clgroup::place_of(group.clgroup_mask, first));
  group.clgroup_mask &= ~below;
  if (size < count - first)
    group.clgroup_mask &= clgroup::places_below(clgroup::place_of(group.clgroup_mask, size));
  group.clgroup_group = first / size;
  group.clgroup_groups = (count + size - 1) / size;
  return group;
}

/* A work-group, a tile or a coalesced group, as a parameter of a function that takes any: what it can do is to count and to wait. */
class thread_group {
public:
  CLGROUP_INLINE thread_group(thread_block) : clgroup_size_of_tile(whole), clgroup_some{0, 0, 0, false, 0, 1} {}
  template <unsigned N, class Parent>
  CLGROUP_INLINE thread_group(thread_block_tile<N, Parent>) : clgroup_size_of_tile(N), clgroup_some{0, 0, 0, false, 0, 1} {}
  CLGROUP_INLINE thread_group(coalesced_group group) : clgroup_size_of_tile(0), clgroup_some(group) {}
  CLGROUP_INLINE thread_group(thread_group group, uint size)
      : clgroup_size_of_tile(min(size, group.clgroup_size_of_tile)), clgroup_some(group.clgroup_some) {
    if (!clgroup_size_of_tile)
      clgroup_some = tiled_partition(clgroup_some, size);
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
      clgroup::meet((~0ul >> (64 - clgroup_size_of_tile)) << (clgroup_lane() & ~(clgroup_size_of_tile - 1)));
    else
      thread_block::sync();
  }

private:
  enum : uint { whole = 0x80000000u };
  uint clgroup_size_of_tile; /* 0: of a coalesced group */
  coalesced_group clgroup_some;
};

/* Tiles of a power of two of work-items; a larger size is that of the group around them. */
CLGROUP_INLINE thread_group tiled_partition(thread_group group, uint size) {
  return thread_group(group, size);
}

/* All work-items of the launch, work-group by work-group. It cannot wait: OpenCL has no barrier between work-groups. */
class grid_group {
public:
  CLGROUP_INLINE static ulong thread_rank() {
    const ulong x = first(0), y = first(1), z = first(2);
    return (z * get_global_size(1) + y * get_local_size(2)) * get_global_size(0) + x * get_local_size(1) * get_local_size(2) + clgroup_rank();
  }
  CLGROUP_INLINE static ulong num_threads() {
    return (ulong)get_global_size(0) * get_global_size(1) * get_global_size(2);
  }
  CLGROUP_INLINE static ulong size() {
    return num_threads();
  }
  CLGROUP_INLINE static uint3 thread_index() {
    return (uint3)(index(0), index(1), index(2));
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
  __attribute__((unavailable("cooperative_groups: OpenCL has no barrier between work-groups: end the kernel, and start another one"))) static void
  sync();

private:
  CLGROUP_INLINE static uint index(uint d) {
    return (uint)(get_global_id(d) - get_global_offset(d));
  }
  /* Where the work-group begins. */
  CLGROUP_INLINE static ulong first(uint d) {
    return get_global_id(d) - get_global_offset(d) - get_local_id(d);
  }
};

CLGROUP_INLINE grid_group this_grid() {
  return grid_group();
}

} // namespace cooperative_groups

#endif
