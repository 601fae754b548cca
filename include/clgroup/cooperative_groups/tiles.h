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
  /* OpenCL's barrier has one step: the second of these is it, and the first is none. */
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
template <unsigned Most = 1024> struct block_tile_memory {};
template <unsigned Most> CLGROUP_INLINE thread_block this_thread_block(__local block_tile_memory<Most> &) {
  return thread_block();
}

/* Returns the value of `shuffles` or of `memory`, by the way that a tile of N takes. */
#define CLGROUP_EITHER(N, shuffles, memory)                                                                                                \
  do {                                                                                                                                     \
    if constexpr (N <= CLGROUP_SURE_LANES)                                                                                                 \
      return shuffles;                                                                                                                     \
    else if constexpr (N > CLGROUP_MOST_LANES)                                                                                             \
      return memory;                                                                                                                       \
    else if (clgroup::fits_sub_group<N>())                                                                                                 \
      return shuffles;                                                                                                                     \
    else                                                                                                                                   \
      return memory;                                                                                                                       \
  } while (0)
#define CLGROUP_OF_TILE(N, function, ...)                                                                                                  \
  CLGROUP_EITHER(N, function(clgroup::tile_of_lanes<N>::here(), ##__VA_ARGS__),                                                            \
                 function(clgroup::tile_of_memory<N>::here(), ##__VA_ARGS__))

template <unsigned N, class Parent = void> class thread_block_tile;

template <unsigned N> class thread_block_tile<N, void> {
  static_assert(N > 0 && (N & (N - 1)) == 0, "cooperative_groups: the size of a tile must be a power of two");
  static_assert(N <= 4096, "cooperative_groups: no work-group has room for a tile of more than 4096");

public:
  /* Not for programs: which of how many tiles of the group around it. */
  CLGROUP_INLINE thread_block_tile(uint group, uint groups) : clgroup_group(group), clgroup_groups(groups) {}
  /* Bits of members, by rank, of a tile of up to 32. */
  using mask = uint;

  CLGROUP_INLINE static uint thread_rank() {
    CLGROUP_OF_TILE(N, rank_by);
  }
  /* As in CUDA, a constant: of the last tile too, where the work-group's size is no multiple of it. */
  CLGROUP_INLINE static constexpr uint num_threads() {
    return N;
  }
  CLGROUP_INLINE static constexpr uint size() {
    return N;
  }
  /* N but for that last tile. */
  CLGROUP_INLINE static uint num_members() {
    return min(N, clgroup_size() - (clgroup_rank() & ~(N - 1)));
  }
  CLGROUP_INLINE uint meta_group_rank() const {
    return clgroup_group;
  }
  CLGROUP_INLINE uint meta_group_size() const {
    return clgroup_groups;
  }
  CLGROUP_INLINE static void sync() {
    CLGROUP_OF_TILE(N, sync_by);
  }
  template <class T> CLGROUP_INLINE static T shfl(T x, uint rank) {
    clgroup::check_value<T>();
    CLGROUP_OF_TILE(N, get_by, x, rank & (N - 1));
  }
  /* Beyond the tile's ends: x itself. */
  template <class T> CLGROUP_INLINE static T shfl_up(T x, uint delta) {
    const uint rank = thread_rank();
    const T other = shfl(x, rank - delta);
    return rank >= delta ? other : x;
  }
  template <class T> CLGROUP_INLINE static T shfl_down(T x, uint delta) {
    const uint rank = thread_rank();
    const T other = shfl(x, rank + delta);
    return delta < num_members() - rank ? other : x;
  }
  template <class T> CLGROUP_INLINE static T shfl_xor(T x, uint mask) {
    const uint other_rank = thread_rank() ^ mask;
    const T other = shfl(x, other_rank);
    return other_rank < num_members() ? other : x;
  }
  CLGROUP_INLINE static int any(int predicate) {
    return clgroup_or<uint>(predicate != 0) != 0;
  }
  CLGROUP_INLINE static int all(int predicate) {
    return clgroup_or<uint>(predicate == 0) == 0;
  }
  /* The ranks of the members where it is true, of a tile of up to 64; ulong for 64. */
  CLGROUP_INLINE static auto ballot(int predicate) {
    return clgroup_set(predicate != 0);
  }
  /* The ranks of the members with the same bits in x. */
  template <class T> CLGROUP_INLINE static auto match_any(T x) {
    clgroup::check_value<T>();
    CLGROUP_OF_TILE(N, match_by, x);
  }
  /* All members, and true, if all have the same bits in x; else none, and false. */
  template <class T> CLGROUP_INLINE static auto match_all(T x, __private int &predicate) {
    const auto same = match_any(x);
    predicate = all(same == every());
    return predicate ? same : 0 * same;
  }

  /* What the functions below need: not for programs. */
  template <class T, class F> CLGROUP_INLINE static T clgroup_inclusive(T x, F op) {
    if constexpr (N > CLGROUP_SURE_LANES && CLGROUP_MOST_LANES > 0)
      if (clgroup::is_wide<N>())
        return clgroup::wide_tile<N, false>(x, op);
    CLGROUP_OF_TILE(N, clgroup::scan_tile<N>, x, op);
  }
  template <class T> CLGROUP_INLINE static T clgroup_shift(T inclusive, T first) {
    CLGROUP_OF_TILE(N, clgroup::shift_tile<N>, inclusive, first);
  }
  template <class T, class F> CLGROUP_INLINE static T clgroup_reduce(T x, F op) {
    if constexpr (N > CLGROUP_SURE_LANES && CLGROUP_MOST_LANES > 0)
      if (clgroup::is_wide<N>())
        return clgroup::wide_tile<N, true>(x, op);
    const uint count = num_members();
    CLGROUP_OF_TILE(N, clgroup::reduce_tile<N>, count, x, op);
  }
  template <class T> CLGROUP_INLINE static T clgroup_last(T x) {
    return shfl(x, num_members() - 1);
  }
  CLGROUP_INLINE static auto every() {
    const uint count = num_members();
    if constexpr (N > 32)
      return ~0ul >> (64 - count);
    else
      return ~0u >> (32 - count);
  }

private:
  uint clgroup_group, clgroup_groups;

  template <class Way> CLGROUP_INLINE static uint rank_by(Way way) {
    return way.own;
  }
  template <class Way, class T> CLGROUP_INLINE static T get_by(Way way, T x, uint rank) {
    return way.get(x, rank);
  }
  CLGROUP_INLINE static void sync_by(clgroup::tile_of_lanes<N> way) {
    clgroup::meet(way.members);
  }
  CLGROUP_INLINE static void sync_by(clgroup::tile_of_memory<N>) {
    thread_block::sync();
  }
  /* A ballot where the device is known to have one, else a reduce. */
  template <class Set> CLGROUP_INLINE static Set clgroup_or(Set x) {
    if constexpr (N <= CLGROUP_SURE_LANES && CLGROUP_SURE_LANES > 1) {
      const clgroup::tile_of_lanes<N> way = clgroup::tile_of_lanes<N>::here();
      return (clgroup::ballot(x != 0, way.members) >> way.first & (~0ul >> (64 - N))) != 0;
    } else {
      return clgroup_reduce(x, bit_or<Set>());
    }
  }
  CLGROUP_INLINE static auto clgroup_set(bool predicate) {
    static_assert(N <= 64, "cooperative_groups: a set of members is for tiles of up to 64: ballot, match_any, match_all, partitions");
    if constexpr (N <= CLGROUP_SURE_LANES && CLGROUP_SURE_LANES > 1) {
      const clgroup::tile_of_lanes<N> way = clgroup::tile_of_lanes<N>::here();
      const ulong lanes = clgroup::ballot(predicate, way.members) >> way.first & (~0ul >> (64 - N));
      if constexpr (N > 32)
        return lanes;
      else
        return (uint)lanes;
    } else if constexpr (N > 32) {
      return clgroup_reduce((ulong)predicate << thread_rank(), bit_or<ulong>());
    } else {
      return clgroup_reduce((uint)predicate << thread_rank(), bit_or<uint>());
    }
  }
  template <class Way, class T> CLGROUP_INLINE static auto match_by(Way way, T x) {
    static_assert(N <= 64, "cooperative_groups: a set of members is for tiles of up to 64: ballot, match_any, match_all, partitions");
    const uint count = num_members();
    const clgroup::words_of<T> mine = clgroup::to_words(x);
    auto same = 0 * every();
#pragma nounroll
    for (uint rank = 0; rank < N; rank++) {
      const clgroup::words_of<T> its = clgroup::to_words(way.get(x, min(rank, count - 1)));
      bool is_same = rank < count;
      for (uint i = 0; i < sizeof mine / 4; i++)
        is_same &= mine.words[i] == its.words[i];
      same |= (decltype(same))is_same << rank;
    }
    return same;
  }
};

/* The type may name the group around the tile, as in CUDA. By derivation, since clang makes wrong code of a const thread_block_tile<N> & to
 * which a conversion is bound. */
template <unsigned N, class Parent> class thread_block_tile : public thread_block_tile<N, void> {
public:
  CLGROUP_INLINE thread_block_tile() : thread_block_tile<N, void>(Parent::thread_rank() / N, (Parent::num_members() + N - 1) / N) {}
};

template <unsigned N> CLGROUP_INLINE thread_block_tile<N, thread_block> tiled_partition(thread_block) {
  return {};
}

template <unsigned N, unsigned M, class Parent>
CLGROUP_INLINE thread_block_tile<N, thread_block_tile<M, Parent>> tiled_partition(thread_block_tile<M, Parent>) {
  static_assert(N <= M, "cooperative_groups: a tile of a tile cannot be larger than it");
  return {};
}

/* This work-item alone. */
CLGROUP_INLINE thread_block_tile<1> this_thread() {
  return {0, 1};
}

} // namespace cooperative_groups

#endif
