/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work-group and its tiles; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_TILES_H
#define CLGROUP_COOPERATIVE_GROUPS_TILES_H
#include <clgroup/cooperative_groups/wide.h>

namespace cooperative_groups {

class thread_block {
public:
  CLGROUP_INLINE static void sync() {
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  /* OpenCL's barrier has one step: barrier_wait() is the barrier, and barrier_arrive() does nothing. */
  struct arrival_token {};
  CLGROUP_INLINE static arrival_token barrier_arrive() {
    return {};
  }
  CLGROUP_INLINE static void barrier_wait(arrival_token) {
    sync();
  }
  CLGROUP_INLINE static uint thread_rank() {
    return clgroup_rank();
  }
  CLGROUP_INLINE static uint num_threads() {
    return clgroup_size();
  }
  CLGROUP_INLINE static uint size() {
    return num_threads();
  }
  CLGROUP_INLINE static uint num_members() {
    return clgroup_size();
  }
  CLGROUP_INLINE static uint3 group_index() {
    return (uint3)((uint)get_group_id(0), (uint)get_group_id(1), (uint)get_group_id(2));
  }
  CLGROUP_INLINE static uint3 thread_index() {
    return (uint3)((uint)get_local_id(0), (uint)get_local_id(1), (uint)get_local_id(2));
  }
  CLGROUP_INLINE static uint3 dim_threads() {
    return (uint3)((uint)get_local_size(0), (uint)get_local_size(1), (uint)get_local_size(2));
  }
  CLGROUP_INLINE static uint3 group_dim() {
    return dim_threads();
  }
};

CLGROUP_INLINE thread_block this_thread_block() {
  return thread_block();
}

/* CUDA's memory for large tiles, which clgroup-cc allocates by itself. */
template <unsigned __Most = 1024> struct block_tile_memory {};
template <unsigned __Most> CLGROUP_INLINE thread_block this_thread_block(__local block_tile_memory<__Most> &) {
  return thread_block();
}

/* Returns the value of `__shuffles` or of `__memory`, depending on how a tile of N exchanges values. */
#define CLGROUP_EITHER(__N, __shuffles, __memory)                                                                                          \
  do {                                                                                                                                     \
    if constexpr (__N <= CLGROUP_SURE_LANES)                                                                                               \
      return __shuffles;                                                                                                                   \
    else if constexpr (__N > CLGROUP_MOST_LANES)                                                                                           \
      return __memory;                                                                                                                     \
    else if (clgroup::__fits_sub_group<__N>())                                                                                             \
      return __shuffles;                                                                                                                   \
    else                                                                                                                                   \
      return __memory;                                                                                                                     \
  } while (0)
#define CLGROUP_OF_TILE(__N, __function, ...)                                                                                              \
  CLGROUP_EITHER(__N, __function(clgroup::__tile_of_lanes<__N>::__here(), ##__VA_ARGS__),                                                  \
                 __function(clgroup::__tile_of_memory<__N>::__here(), ##__VA_ARGS__))

template <unsigned __N, class __Parent = void> class thread_block_tile;

template <unsigned __N> class thread_block_tile<__N, void> {
  static_assert(__N > 0 && (__N & (__N - 1)) == 0, "cooperative_groups: the size of a tile must be a power of two");
  static_assert(__N <= 4096, "cooperative_groups: no work-group has room for a tile of more than 4096");

public:
  /* Not for programs: the tile's number in the group around it, and how many tiles there are. */
  CLGROUP_INLINE thread_block_tile(uint __group, uint __groups) : clgroup_group(__group), clgroup_groups(__groups) {}
  /* Bits of members, by rank, of a tile of up to 32. */
  using __mask = uint;

  CLGROUP_INLINE static uint thread_rank() {
    CLGROUP_OF_TILE(__N, __rank_by);
  }
  /* A constant, as in CUDA, also for the last tile of a work-group whose size is no multiple of it. */
  CLGROUP_INLINE static constexpr uint num_threads() {
    return __N;
  }
  CLGROUP_INLINE static constexpr uint size() {
    return __N;
  }
  /* N, except in that last tile. */
  CLGROUP_INLINE static uint num_members() {
    return clgroup::__are_full<__N>() ? __N : min(__N, clgroup_size() - (clgroup_rank() & ~(__N - 1)));
  }
  CLGROUP_INLINE uint meta_group_rank() const {
    return clgroup_group;
  }
  CLGROUP_INLINE uint meta_group_size() const {
    return clgroup_groups;
  }
  CLGROUP_INLINE static void sync() {
    CLGROUP_OF_TILE(__N, __sync_by);
  }
  template <class __T> CLGROUP_INLINE static __T shfl(__T __x, uint __rank) {
    clgroup::__check_value<__T>();
    CLGROUP_OF_TILE(__N, __get_by, __x, __rank & (__N - 1));
  }
  /* Beyond the tile's ends the result is x itself. */
  template <class __T> CLGROUP_INLINE static __T shfl_up(__T __x, uint __delta) {
    clgroup::__check_value<__T>();
    CLGROUP_OF_TILE(__N, clgroup::__from_below<__N>, __x, __delta);
  }
  template <class __T> CLGROUP_INLINE static __T shfl_down(__T __x, uint __delta) {
    clgroup::__check_value<__T>();
    const uint __count = __count_for_way();
    CLGROUP_OF_TILE(__N, clgroup::__from_above<__N>, __x, __delta, __count);
  }
  template <class __T> CLGROUP_INLINE static __T shfl_xor(__T __x, uint __mask) {
    clgroup::__check_value<__T>();
    const uint __count = __count_for_way();
    CLGROUP_OF_TILE(__N, clgroup::__from_across<__N>, __x, __mask, __count);
  }
  CLGROUP_INLINE static int any(int __predicate) {
    return clgroup_or<uint>(__predicate != 0) != 0;
  }
  CLGROUP_INLINE static int all(int __predicate) {
    return clgroup_or<uint>(__predicate == 0) == 0;
  }
  /* The ranks of the members for which it is true, of a tile of up to 64; ulong for 64. */
  CLGROUP_INLINE static auto ballot(int __predicate) {
    return clgroup_set(__predicate != 0);
  }
  /* The ranks of the members with the same bits in x. */
  template <class __T> CLGROUP_INLINE static auto match_any(__T __x) {
    clgroup::__check_value<__T>();
    CLGROUP_OF_TILE(__N, __match_by, __x);
  }
  /* All members, and true, if all have the same bits in x; else none, and false. */
  template <class __T> CLGROUP_INLINE static auto match_all(__T __x, __private int &__predicate) {
    clgroup::__check_value<__T>();
#if defined(__NVPTX__)
    if constexpr (__N <= CLGROUP_SURE_LANES) {
      const clgroup::__tile_of_lanes<__N> __way = clgroup::__tile_of_lanes<__N>::__here();
      bool __are_same;
      uint __all = clgroup::__match_all_lanes(__x, __way.__members, &__are_same) >> __way.__first;
      /* late, so that LLVM puts both results of the instruction into one select */
      __all = __clgroup_late_select_32(clgroup::__are_full<__N>(), ~0u >> (32 - __N), __all);
      __predicate = __are_same;
      return __are_same ? __all : 0;
    }
#endif
    const auto __all = __every();
    __predicate = match_any(__x) == __all;
    return __predicate ? __all : 0 * __all;
  }

  /* What the functions below need: not for programs. */
  template <class __T, class __F> CLGROUP_INLINE static __T clgroup_inclusive(__T __x, __F __op) {
    if constexpr (__N > CLGROUP_SURE_LANES && CLGROUP_MOST_LANES > 0)
      if (clgroup::__is_wide<__N>())
        return clgroup::__wide_tile<__N, false>(__x, __op);
    CLGROUP_OF_TILE(__N, clgroup::__scan_tile<__N>, __x, __op);
  }
  template <class __T> CLGROUP_INLINE static __T clgroup_shift(__T __inclusive, __T __first) {
    CLGROUP_OF_TILE(__N, clgroup::__shift_tile<__N>, __inclusive, __first);
  }
  template <class __T, class __F> CLGROUP_INLINE static __T clgroup_reduce(__T __x, __F __op) {
    if constexpr (__N > CLGROUP_SURE_LANES && CLGROUP_MOST_LANES > 0)
      if (clgroup::__is_wide<__N>())
        return clgroup::__wide_tile<__N, true>(__x, __op);
    const uint __count = __count_for_way();
    CLGROUP_OF_TILE(__N, clgroup::__reduce_tile<__N>, __count, __x, __op);
  }
  template <class __T> CLGROUP_INLINE static __T clgroup_last(__T __x) {
    return shfl(__x, __count_every() - 1);
  }
  /* All members by their ranks, and how many there are; all of them call it: on GPUs a vote is shorter than the work-group's size. */
  CLGROUP_INLINE static auto __every() {
#if CLGROUP_NAMES_MEMBERS
    if constexpr (__N <= CLGROUP_SURE_LANES)
      if (!clgroup::__are_full<__N>())
        return clgroup_set(true);
#endif
    const uint __count = num_members();
    if constexpr (__N > 32)
      return ~0ul >> (64 - __count);
    else
      return ~0u >> (32 - __count);
  }
  CLGROUP_INLINE static uint __count_every() {
#if defined(__NVPTX__)
    if constexpr (__N <= CLGROUP_SURE_LANES)
      if (!clgroup::__are_full<__N>()) {
        const clgroup::__tile_of_lanes<__N> __way = clgroup::__tile_of_lanes<__N>::__here();
        return 32 - clz((uint)clgroup::ballot(true, __way.__members)) - __way.__first;
      }
#elif defined(__AMDGCN__)
    if constexpr (__N <= CLGROUP_SURE_LANES)
      if (!clgroup::__are_full<__N>())
        return clgroup_last_lane_of_tile(__N) - clgroup::__tile_of_lanes<__N>::__here().__first + 1;
#endif
    return num_members();
  }

private:
  uint clgroup_group, clgroup_groups;

  CLGROUP_INLINE static uint __count_for_way() {
#if CLGROUP_NAMES_MEMBERS
    if constexpr (__N <= CLGROUP_SURE_LANES)
      return __N; /* there lanes tell by themselves which members there are */
#endif
    return __count_every();
  }

  template <class __Way> CLGROUP_INLINE static uint __rank_by(__Way __way) {
    return __way.__own;
  }
  template <class __Way, class __T> CLGROUP_INLINE static __T __get_by(__Way __way, __T __x, uint __rank) {
    return __way.__get(__x, __rank);
  }
  CLGROUP_INLINE static void __sync_by(clgroup::__tile_of_lanes<__N> __way) {
    clgroup::__meet(__way.__members);
  }
  CLGROUP_INLINE static void __sync_by(clgroup::__tile_of_memory<__N>) {
    thread_block::sync();
  }
  /* A ballot where the device is known to have one, else a reduce. */
  template <class __Set> CLGROUP_INLINE static __Set clgroup_or(__Set __x) {
    if constexpr (__N <= CLGROUP_SURE_LANES && CLGROUP_SURE_LANES > 1) {
      const clgroup::__tile_of_lanes<__N> __way = clgroup::__tile_of_lanes<__N>::__here();
      return (clgroup::ballot(__x != 0, __way.__members) >> __way.__first & (~0ul >> (64 - __N))) != 0;
    } else {
      return clgroup_reduce(__x, bit_or<__Set>());
    }
  }
  CLGROUP_INLINE static auto clgroup_set(bool __predicate) {
    static_assert(__N <= 64, "cooperative_groups: a set of members is for tiles of up to 64: ballot, match_any, match_all, partitions");
    if constexpr (__N <= CLGROUP_SURE_LANES && CLGROUP_SURE_LANES > 1) {
      const clgroup::__tile_of_lanes<__N> __way = clgroup::__tile_of_lanes<__N>::__here();
      const ulong __lanes = clgroup::ballot(__predicate, __way.__members) >> __way.__first & (~0ul >> (64 - __N));
      if constexpr (__N > 32)
        return __lanes;
      else
        return (uint)__lanes;
    } else if constexpr (__N > 32) {
      return clgroup_reduce((ulong)__predicate << thread_rank(), bit_or<ulong>());
    } else {
      return clgroup_reduce((uint)__predicate << thread_rank(), bit_or<uint>());
    }
  }
  template <class __Way, class __T> CLGROUP_INLINE static auto __match_by(__Way __way, __T __x) {
    static_assert(__N <= 64, "cooperative_groups: a set of members is for tiles of up to 64: ballot, match_any, match_all, partitions");
    const uint __count = num_members();
    const clgroup::__words_of<__T> __mine = clgroup::__to_words(__x);
    auto __same = 0 * __every();
#pragma nounroll
    for (uint __rank = 0; __rank < __N; __rank++) {
      const clgroup::__words_of<__T> __its = clgroup::__to_words(__way.__get(__x, min(__rank, __count - 1)));
      bool __has_same = __rank < __count;
      for (uint __i = 0; __i < sizeof __mine / 4; __i++)
        __has_same &= __mine.__words[__i] == __its.__words[__i];
      __same |= (decltype(__same))__has_same << __rank;
    }
    return __same;
  }
#if defined(__NVPTX__)
  template <class __T> CLGROUP_INLINE static auto __match_by(clgroup::__tile_of_lanes<__N> __way, __T __x) {
    return (decltype(__every()))(clgroup::__match_lanes(__x, __way.__members) >> __way.__first);
  }
#endif
};

/* The type may name the group around the tile, as in CUDA. This is a derived class: clang makes wrong code of a const thread_block_tile<N>
 * & that is bound to a conversion. */
template <unsigned __N, class __Parent> class thread_block_tile : public thread_block_tile<__N, void> {
public:
  CLGROUP_INLINE thread_block_tile() : thread_block_tile<__N, void>(__Parent::thread_rank() / __N, (__Parent::num_members() + __N - 1) / __N) {}
};

namespace clgroup {
/* The most work-items of a group that has tiles; 0 if the group has none of constant size. */
template <class __Group> struct __most_of {
  enum : uint { __value = 0 };
};
template <> struct __most_of<thread_block> {
  enum : uint { __value = ~0u };
};
template <unsigned __N, class __Parent> struct __most_of<thread_block_tile<__N, __Parent>> {
  enum : uint { __value = __N };
};
} // namespace clgroup

template <unsigned __N, class __Parent> CLGROUP_INLINE thread_block_tile<__N, __Parent> tiled_partition(__Parent) {
  static_assert(clgroup::__most_of<__Parent>::__value, "cooperative_groups: tiles of a constant size are of the block or of a tile: take "
                                                       "tiled_partition(group, size)");
  static_assert(!clgroup::__most_of<__Parent>::__value || __N <= clgroup::__most_of<__Parent>::__value,
                "cooperative_groups: a tile of a tile cannot be larger than it");
  return {};
}

/* This work-item alone. */
CLGROUP_INLINE thread_block_tile<1> this_thread() {
  return {0, 1};
}

} // namespace cooperative_groups

#endif
