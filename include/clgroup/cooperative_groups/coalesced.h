/* Groups with gaps: coalesced groups and partitions; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_COALESCED_H
#define CLGROUP_COOPERATIVE_GROUPS_COALESCED_H
#include <clgroup/cooperative_groups/tiles.h>

namespace cooperative_groups {

namespace clgroup {

/* A group with gaps: `mask` has a bit for each member's place. */
struct some_of_lanes {
  enum { places = CLGROUP_MOST_LANES == 32 ? 32 : 64 };
  ulong mask;
  uint own;
  template <class T> CLGROUP_INLINE T get(T x, uint at) const __private {
    return get_by_lanes(x, at, mask);
  }
};

struct some_of_memory {
  enum { places = 64 };
  ulong mask;
  uint own, first;
  template <class T> CLGROUP_INLINE T get(T x, uint at) const __private {
    return get_by_memory(x, first + at);
  }
};

CLGROUP_INLINE uint first_of(ulong mask) {
  return (uint)popcount((mask & -mask) - 1); /* libclc has no ctz */
}
CLGROUP_INLINE uint last_of(ulong mask) {
  return 63 - (uint)clz(mask);
}
CLGROUP_INLINE uint count_of(ulong mask) {
  return (uint)popcount(mask);
}
CLGROUP_INLINE ulong places_below(uint place) {
  return (1ul << place) - 1;
}

/* The place of the member of that rank: the n-th bit of the mask, by halves. */
CLGROUP_INLINE uint place_of(ulong mask, uint rank) {
  uint place = 0;
  for (uint width = 32; width; width /= 2) {
    const uint here = count_of(mask >> place & ((1ul << width) - 1));
    place += rank >= here ? width : 0;
    rank -= rank >= here ? here : 0;
  }
  return place;
}

/* Pointer jumping: each member knows the nearest place below it that it has not combined with, and goes on from where that one goes on. */
template <class Way, class T, class F> CLGROUP_INLINE T scan_some(Way way, T x, F op) {
  const ulong below = way.mask & places_below(way.own);
  uint from = below ? last_of(below) : way.own; /* itself: none */
#pragma unroll
  for (uint n = 1; n < Way::places; n *= 2) {
    const T its = way.get(x, from);
    const uint next = way.get(from, from);
    if (from != way.own)
      x = op(its, x);
    from = next == from ? way.own : next;
  }
  return x;
}

template <class Way, class T> CLGROUP_INLINE T shift_some(Way way, T inclusive, T first) {
  const ulong below = way.mask & places_below(way.own);
  const T its = way.get(inclusive, below ? last_of(below) : way.own);
  return below ? its : first;
}

} // namespace clgroup

/* A group with gaps: made by coalesced_threads() and the partitions. */
class coalesced_group {
public:
  /* Not for programs: the members' places, this one's; by lanes, or else from that rank on. */
  ulong clgroup_mask;
  uint clgroup_own, clgroup_first;
  bool clgroup_by_lanes;
  /* Which of how many groups of a partition it is, by their first members. */
  uint clgroup_group, clgroup_groups;

  CLGROUP_INLINE uint thread_rank() const {
    return clgroup::count_of(clgroup_mask & clgroup::places_below(clgroup_own));
  }
  CLGROUP_INLINE uint num_threads() const {
    return clgroup::count_of(clgroup_mask);
  }
  CLGROUP_INLINE uint size() const {
    return num_threads();
  }
  CLGROUP_INLINE uint num_members() const {
    return num_threads();
  }
  CLGROUP_INLINE uint meta_group_rank() const {
    return clgroup_group;
  }
  CLGROUP_INLINE uint meta_group_size() const {
    return clgroup_groups;
  }
  CLGROUP_INLINE void sync() const {
    if (CLGROUP_MOST_LANES > 0 && clgroup_by_lanes)
      clgroup::meet(clgroup_mask);
    else
      thread_block::sync();
  }
  template <class T> CLGROUP_INLINE T shfl(T x, uint rank) const {
    clgroup::check_value<T>();
    return get_at(x, clgroup::place_of(clgroup_mask, rank % num_threads()));
  }
  template <class T> CLGROUP_INLINE T shfl_up(T x, uint delta) const {
    const uint rank = thread_rank();
    return shfl(x, rank >= delta ? rank - delta : rank);
  }
  template <class T> CLGROUP_INLINE T shfl_down(T x, uint delta) const {
    const uint rank = thread_rank();
    return shfl(x, delta < num_threads() - rank ? rank + delta : rank);
  }
  CLGROUP_INLINE int any(int predicate) const {
    return clgroup_places(predicate != 0) != 0;
  }
  CLGROUP_INLINE int all(int predicate) const {
    return clgroup_places(predicate == 0) == 0;
  }
  /* By rank. A sub-group may have 64 members. */
  CLGROUP_INLINE ulong ballot(int predicate) const {
    return by_rank(clgroup_places(predicate != 0));
  }
  template <class T> CLGROUP_INLINE ulong match_any(T x) const {
    clgroup::check_value<T>();
    return by_rank(clgroup_same(x));
  }
  template <class T> CLGROUP_INLINE ulong match_all(T x, __private int &predicate) const {
    clgroup::check_value<T>();
    predicate = all(clgroup_same(x) == clgroup_mask);
    return predicate ? ~0ul >> (64 - num_threads()) : 0;
  }

#define CLGROUP_OF_SOME(function, ...)                                                                                                     \
  do {                                                                                                                                     \
    const clgroup::some_of_lanes lanes = {clgroup_mask, clgroup_own};                                                                      \
    const clgroup::some_of_memory memory = {clgroup_mask, clgroup_own, clgroup_first};                                                     \
    if constexpr (CLGROUP_MOST_LANES == 0)                                                                                                 \
      return function(memory, ##__VA_ARGS__);                                                                                              \
    else if (clgroup_by_lanes)                                                                                                             \
      return function(lanes, ##__VA_ARGS__);                                                                                               \
    else                                                                                                                                   \
      return function(memory, ##__VA_ARGS__);                                                                                              \
  } while (0)
  template <class T, class F> CLGROUP_INLINE T clgroup_inclusive(T x, F op) const {
    CLGROUP_OF_SOME(clgroup::scan_some, x, op);
  }
  template <class T> CLGROUP_INLINE T clgroup_shift(T inclusive, T first) const {
    CLGROUP_OF_SOME(clgroup::shift_some, inclusive, first);
  }
  template <class T, class F> CLGROUP_INLINE T clgroup_reduce(T x, F op) const {
    return clgroup_last(clgroup_inclusive(x, op));
  }
  template <class T> CLGROUP_INLINE T clgroup_last(T x) const {
    return get_at(x, clgroup::last_of(clgroup_mask));
  }
  /* The members' places where it is true. */
  CLGROUP_INLINE ulong clgroup_places(bool predicate) const {
    CLGROUP_OF_SOME(places_by, predicate);
  }
  /* The places of the members with the same bits in x. */
  template <class T> CLGROUP_INLINE ulong clgroup_same(T x) const {
    CLGROUP_OF_SOME(same_by, x);
  }

  /* The same; *firsts: the places of each value's first member. */
  template <class T> CLGROUP_INLINE ulong clgroup_parts(T x, __private ulong *firsts) const {
    CLGROUP_OF_SOME(parts_by, x, firsts);
  }

private:
  template <class Way, class T> CLGROUP_INLINE static T get_by(Way way, T x, uint at) {
    return way.get(x, at);
  }
  template <class T> CLGROUP_INLINE T get_at(T x, uint at) const {
    CLGROUP_OF_SOME(get_by, x, at);
  }
  template <class Way, class T> CLGROUP_INLINE static ulong same_by(Way way, T x) {
    const clgroup::words_of<T> mine = clgroup::to_words(x);
    ulong same = 0;
#pragma nounroll
    for (uint at = 0; at < Way::places; at++) {
      const bool is_member = way.mask >> at & 1;
      const clgroup::words_of<T> its = clgroup::to_words(way.get(x, is_member ? at : way.own));
      bool is_same = is_member;
      for (uint i = 0; i < sizeof mine / 4; i++)
        is_same &= mine.words[i] == its.words[i];
      same |= (ulong)is_same << at;
    }
    return same;
  }
  template <class Way> CLGROUP_INLINE static ulong places_by(Way way, bool predicate) {
    const ulong up_to = clgroup::scan_some(way, (ulong)predicate << way.own, bit_or<ulong>());
    return way.get(up_to, clgroup::last_of(way.mask));
  }
#if CLGROUP_HAS_BALLOTS
  CLGROUP_INLINE static ulong places_by(clgroup::some_of_lanes way, bool predicate) {
    return clgroup::ballot(predicate, way.mask);
  }
#endif
  /* A label goes with whether it has been seen at a lower place: in one exchange of 8 bytes if it has 4. An odd number of words makes
   * the whole a multiple of 8 bytes, with no padding. */
  template <class T> struct __attribute__((aligned(8))) label {
    uint words[(sizeof(T) + 3) / 4 | 1];
    uint is_seen;
  };
  template <class Way, class T> CLGROUP_INLINE static ulong parts_by(Way way, T x, __private ulong *firsts) {
    label<T> mine = {};
    clgroup::copy<sizeof(T)>(&mine, &x);
    ulong same = 0, first_ones = 0;
#pragma nounroll
    for (uint at = 0; at < Way::places; at++) {
      const bool is_member = way.mask >> at & 1;
      const label<T> its = way.get(mine, is_member ? at : way.own);
      bool is_same = is_member;
      for (uint i = 0; i < (sizeof x + 3) / 4; i++)
        is_same &= mine.words[i] == its.words[i];
      mine.is_seen |= is_same;
      same |= (ulong)is_same << at;
      first_ones |= (ulong)(is_member & !its.is_seen) << at;
    }
    *firsts = first_ones;
    return same;
  }
#if CLGROUP_HAS_BALLOTS
  template <class T> CLGROUP_INLINE static ulong parts_by(clgroup::some_of_lanes way, T x, __private ulong *firsts) {
    const ulong same = same_by(way, x);
    *firsts = clgroup::ballot(way.own == clgroup::first_of(same), way.mask);
    return same;
  }
#endif
  CLGROUP_INLINE ulong by_rank(ulong places) const {
    ulong ranks = 0;
    for (ulong left = clgroup_mask, rank = 0; left; left &= left - 1, rank++)
      ranks |= (places >> clgroup::first_of(left) & 1) << rank;
    return ranks;
  }
};

#if CLGROUP_HAS_BALLOTS
CLGROUP_INLINE coalesced_group coalesced_threads() {
  return {clgroup::active_lanes(), clgroup_lane(), 0, true, 0, 1};
}
#elif CLGROUP_MOST_LANES > 0
__attribute__((unavailable("cooperative_groups: coalesced groups need ballots, and the device has no cl_khr_subgroup_ballot")))
coalesced_group coalesced_threads();
#else
__attribute__((unavailable("cooperative_groups: coalesced groups need sub-groups, of which strategies tree and serial use none: compile "
                           "with --strategy=subgroup or vector for a device that has them")))
coalesced_group coalesced_threads();
#endif

namespace clgroup {
/* A tile as a group with gaps. */
template <unsigned N, class Parent> CLGROUP_INLINE coalesced_group some_of(thread_block_tile<N, Parent> tile) {
  static_assert(N <= 64, "cooperative_groups: a set of members is for tiles of up to 64: ballot, match_any, match_all, partitions");
  const ulong every = tile.every();
  if (N <= CLGROUP_MOST_LANES && (N <= CLGROUP_SURE_LANES || fits_sub_group<N>())) {
    const uint self = clgroup_lane();
    return {every << (self & ~(N - 1)), self, 0, true, 0, 1};
  }
  const uint rank = clgroup_rank();
  return {every, rank & (N - 1), rank & ~(N - 1), false, 0, 1};
}
CLGROUP_INLINE coalesced_group some_of(coalesced_group group) {
  return group;
}
template <class Group> CLGROUP_INLINE coalesced_group some_of(Group) {
  static_assert(sizeof(Group) == 0, "cooperative_groups: partitions by label or predicate are of a tile of up to 64 or of a coalesced group: "
                                    "make a tile of the block by tiled_partition<N>(block)");
  return {};
}
} // namespace clgroup

/* Labels of up to 32 bytes, which are the same if their bits are. */
template <class Group, class Label> CLGROUP_INLINE coalesced_group labeled_partition(Group group, Label label) {
  clgroup::check_value<Label>();
  const coalesced_group all = clgroup::some_of(group);
  coalesced_group some = all;
  ulong firsts;
  some.clgroup_mask = all.clgroup_parts(label, &firsts);
  const uint first = clgroup::first_of(some.clgroup_mask);
  some.clgroup_group = clgroup::count_of(firsts & clgroup::places_below(first));
  some.clgroup_groups = clgroup::count_of(firsts);
  return some;
}

template <class Group> CLGROUP_INLINE coalesced_group binary_partition(Group group, bool predicate) {
  const coalesced_group all = clgroup::some_of(group);
  coalesced_group some = all;
  const ulong yes = all.clgroup_places(predicate);
  some.clgroup_mask = predicate ? yes : all.clgroup_mask & ~yes;
  some.clgroup_group = clgroup::first_of(some.clgroup_mask) != clgroup::first_of(all.clgroup_mask);
  some.clgroup_groups = some.clgroup_mask == all.clgroup_mask ? 1 : 2;
  return some;
}

} // namespace cooperative_groups

#endif
