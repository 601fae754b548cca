/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups with gaps: coalesced groups and partitions; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_COALESCED_H
#define CLGROUP_COOPERATIVE_GROUPS_COALESCED_H
#include <clgroup/cooperative_groups/tiles.h>

namespace cooperative_groups {

namespace clgroup {

/* A group with gaps: `__mask` has a bit for each member's place. */
struct __some_of_lanes {
  enum { __places = CLGROUP_MOST_LANES == 32 ? 32 : 64 };
  ulong __mask;
  uint __own;
  template <class __T> CLGROUP_INLINE __T __get(__T __x, uint __at) const __private {
    return __get_by_lanes(__x, __at, __mask);
  }
};

struct __some_of_memory {
  enum { __places = 64 };
  ulong __mask;
  uint __own, __first;
  template <class __T> CLGROUP_INLINE __T __get(__T __x, uint __at) const __private {
    return __get_by_memory(__x, __first + __at);
  }
};

/* A mask has at least one bit. On NVIDIA's GPUs these let LLVM drop its upper half where members are lanes. */
CLGROUP_INLINE uint __first_of(ulong __mask) {
#if defined(__NVPTX__)
  return (uint)__builtin_ctzl(__mask);
#else
  return (uint)popcount((__mask & -__mask) - 1); /* not all drivers have ctz */
#endif
}
CLGROUP_INLINE uint __last_of(ulong __mask) {
  return 63 - (uint)clz(__mask);
}
CLGROUP_INLINE uint __count_of(ulong __mask) {
#if defined(__NVPTX__)
  return popcount((uint)__mask) + popcount((uint)(__mask >> 32));
#else
  return (uint)popcount(__mask);
#endif
}
CLGROUP_INLINE ulong __places_below(uint __place) {
  return (1ul << __place) - 1;
}

/* The place of the member of that rank: the last place that has so many members below it. */
CLGROUP_INLINE uint __place_of(ulong __mask, uint __rank) {
  uint __place = 0;
  if (__rank == 0 && __builtin_constant_p(__rank))
    return __first_of(__mask);
  for (uint __width = CLGROUP_MOST_LANES == 32 && __mask >> 32 == 0 ? 16 : 32; __width; __width /= 2)
    __place += __count_of(__mask & __places_below(__place + __width)) <= __rank ? __width : 0;
  return __place;
}

/* Pointer jumping: each member knows the nearest place below it that it has not yet combined with. After combining with that place it goes
 * on to the one that that place knows. */
template <class __Way, class __T, class __F> CLGROUP_INLINE __T __scan_some(__Way __way, __T __x, __F __op) {
  const ulong __below = __way.__mask & __places_below(__way.__own);
  uint __from = __below ? __last_of(__below) : __way.__own; /* itself: none */
#pragma unroll
  for (uint __n = 1; __n < __Way::__places; __n *= 2) {
    const __T __its = __way.__get(__x, __from);
    const uint __next = __way.__get(__from, __from);
    if (__from != __way.__own)
      __x = __op(__its, __x);
    __from = __next == __from ? __way.__own : __next;
  }
  return __x;
}

template <class __Way, class __T> CLGROUP_INLINE __T __shift_some(__Way __way, __T __inclusive, __T __first) {
  const ulong __below = __way.__mask & __places_below(__way.__own);
  const __T __its = __way.__get(__inclusive, __below ? __last_of(__below) : __way.__own);
  return __below ? __its : __first;
}

} // namespace clgroup

/* A group with gaps: made by coalesced_threads() and the partitions. */
class coalesced_group {
public:
  /* Not for programs: the members' places and this member's own. By lanes, places are lanes; otherwise they are ranks, counted from a
   * first one. */
  ulong clgroup_mask;
  uint clgroup_own, clgroup_first;
  bool clgroup_by_lanes;
  /* The group's number in its partition, and how many groups there are, in the order of their first members. */
  uint clgroup_group, clgroup_groups;

  CLGROUP_INLINE uint thread_rank() const {
#if CLGROUP_NAMES_MEMBERS
    if (clgroup_by_lanes)
      return __clgroup_count_below(clgroup_mask);
#endif
    return clgroup::__count_of(clgroup_mask & clgroup::__places_below(clgroup_own));
  }
  CLGROUP_INLINE uint num_threads() const {
    return clgroup::__count_of(clgroup_mask);
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
      clgroup::__meet(clgroup_mask);
    else
      thread_block::sync();
  }
  /* The result is undefined if no member has that rank, as in CUDA. */
  template <class __T> CLGROUP_INLINE __T shfl(__T __x, uint __rank) const {
    clgroup::__check_value<__T>();
    return __get_at(__x, clgroup::__place_of(clgroup_mask, __rank));
  }
  template <class __T> CLGROUP_INLINE __T shfl_up(__T __x, uint __delta) const {
    const uint __rank = thread_rank();
    return shfl(__x, __rank >= __delta ? __rank - __delta : __rank);
  }
  template <class __T> CLGROUP_INLINE __T shfl_down(__T __x, uint __delta) const {
    const uint __rank = thread_rank();
    return shfl(__x, __delta < num_threads() - __rank ? __rank + __delta : __rank);
  }
  CLGROUP_INLINE int any(int __predicate) const {
    return clgroup_places(__predicate != 0) != 0;
  }
  CLGROUP_INLINE int all(int __predicate) const {
    return clgroup_places(__predicate == 0) == 0;
  }
  /* By rank. A sub-group may have 64 members. */
  CLGROUP_INLINE ulong ballot(int __predicate) const {
    return __by_rank(clgroup_places(__predicate != 0));
  }
  template <class __T> CLGROUP_INLINE ulong match_any(__T __x) const {
    clgroup::__check_value<__T>();
    return __by_rank(clgroup_same(__x));
  }
  template <class __T> CLGROUP_INLINE ulong match_all(__T __x, __private int &__predicate) const {
    clgroup::__check_value<__T>();
    __predicate = clgroup_is_same(__x);
    return __predicate ? ~0ul >> (64 - num_threads()) : 0;
  }

#define CLGROUP_OF_SOME(__function, ...)                                                                                                   \
  do {                                                                                                                                     \
    const clgroup::__some_of_lanes __lanes = {clgroup_mask, clgroup_own};                                                                  \
    const clgroup::__some_of_memory __memory = {clgroup_mask, clgroup_own, clgroup_first};                                                 \
    if constexpr (CLGROUP_MOST_LANES == 0)                                                                                                 \
      return __function(__memory, ##__VA_ARGS__);                                                                                          \
    else if (clgroup_by_lanes)                                                                                                             \
      return __function(__lanes, ##__VA_ARGS__);                                                                                           \
    else                                                                                                                                   \
      return __function(__memory, ##__VA_ARGS__);                                                                                          \
  } while (0)
  template <class __T, class __F> CLGROUP_INLINE __T clgroup_inclusive(__T __x, __F __op) const {
    CLGROUP_OF_SOME(clgroup::__scan_some, __x, __op);
  }
  template <class __T> CLGROUP_INLINE __T clgroup_shift(__T __inclusive, __T __first) const {
    CLGROUP_OF_SOME(clgroup::__shift_some, __inclusive, __first);
  }
  template <class __T, class __F> CLGROUP_INLINE __T clgroup_reduce(__T __x, __F __op) const {
#if CLGROUP_NAMES_MEMBERS
    if constexpr (clgroup::__known<__T, __F>::__value)
      if (clgroup_by_lanes)
        return clgroup::__known<__T, __F>::__reduce(__x, clgroup_mask);
#endif
    return clgroup_last(clgroup_inclusive(__x, __op));
  }
  template <class __T> CLGROUP_INLINE __T clgroup_last(__T __x) const {
    return __get_at(__x, clgroup::__last_of(clgroup_mask));
  }
  /* The members' places where it is true. */
  CLGROUP_INLINE ulong clgroup_places(bool __predicate) const {
    CLGROUP_OF_SOME(__places_by, __predicate);
  }
  /* The places of the members with the same bits in x. */
  template <class __T> CLGROUP_INLINE ulong clgroup_same(__T __x) const {
    CLGROUP_OF_SOME(__same_by, __x);
  }
  /* Is x the same in all members? All members get the same answer. */
  template <class __T> CLGROUP_INLINE bool clgroup_is_same(__T __x) const {
#if defined(__NVPTX__)
    if (clgroup_by_lanes) {
      bool __are_same;
      clgroup::__match_all_lanes(__x, clgroup_mask, &__are_same);
      return __are_same;
    }
#endif
    return clgroup_same(__x) == clgroup_mask;
  }

  /* The same; *firsts: the places of each value's first member. */
  template <class __T> CLGROUP_INLINE ulong clgroup_parts(__T __x, __private ulong *__firsts) const {
    CLGROUP_OF_SOME(__parts_by, __x, __firsts);
  }

private:
  template <class __Way, class __T> CLGROUP_INLINE static __T __get_by(__Way __way, __T __x, uint __at) {
    return __way.__get(__x, __at);
  }
  template <class __T> CLGROUP_INLINE __T __get_at(__T __x, uint __at) const {
    CLGROUP_OF_SOME(__get_by, __x, __at);
  }
  template <class __Way, class __T> CLGROUP_INLINE static ulong __same_by(__Way __way, __T __x) {
    const clgroup::__words_of<__T> __mine = clgroup::__to_words(__x);
    ulong __same = 0;
#pragma nounroll
    for (uint __at = 0; __at < __Way::__places; __at++) {
      const bool __is_member = __way.__mask >> __at & 1;
      const clgroup::__words_of<__T> __its = clgroup::__to_words(__way.__get(__x, __is_member ? __at : __way.__own));
      bool __has_same = __is_member;
      for (uint __i = 0; __i < sizeof __mine / 4; __i++)
        __has_same &= __mine.__words[__i] == __its.__words[__i];
      __same |= (ulong)__has_same << __at;
    }
    return __same;
  }
  template <class __Way> CLGROUP_INLINE static ulong __places_by(__Way __way, bool __predicate) {
    const ulong __up_to = clgroup::__scan_some(__way, (ulong)__predicate << __way.__own, bit_or<ulong>());
    return __way.__get(__up_to, clgroup::__last_of(__way.__mask));
  }
#if CLGROUP_HAS_BALLOTS
  CLGROUP_INLINE static ulong __places_by(clgroup::__some_of_lanes __way, bool __predicate) {
    return clgroup::ballot(__predicate, __way.__mask);
  }
#endif
  /* A label is exchanged together with a flag: whether it has been seen at a lower place. A label of 4 bytes and the flag are one exchange
   * of 8 bytes. An odd number of words and the flag make a multiple of 8 bytes, without padding. */
  template <class __T> struct __attribute__((__aligned__(8))) __label {
    uint __words[(sizeof(__T) + 3) / 4 | 1];
    uint __is_seen;
  };
  template <class __Way, class __T> CLGROUP_INLINE static ulong __parts_by(__Way __way, __T __x, __private ulong *__firsts) {
    __label<__T> __mine = {};
    clgroup::__copy<sizeof(__T)>(&__mine, &__x);
    ulong __same = 0, __first_ones = 0;
#pragma nounroll
    for (uint __at = 0; __at < __Way::__places; __at++) {
      const bool __is_member = __way.__mask >> __at & 1;
      const __label<__T> __its = __way.__get(__mine, __is_member ? __at : __way.__own);
      bool __has_same = __is_member;
      for (uint __i = 0; __i < (sizeof __x + 3) / 4; __i++)
        __has_same &= __mine.__words[__i] == __its.__words[__i];
      __mine.__is_seen |= __has_same;
      __same |= (ulong)__has_same << __at;
      __first_ones |= (ulong)(__is_member & !__its.__is_seen) << __at;
    }
    *__firsts = __first_ones;
    return __same;
  }
#if defined(__NVPTX__)
  template <class __T> CLGROUP_INLINE static ulong __same_by(clgroup::__some_of_lanes __way, __T __x) {
    return clgroup::__match_lanes(__x, __way.__mask);
  }
#endif
#if CLGROUP_HAS_BALLOTS
  template <class __T> CLGROUP_INLINE static ulong __parts_by(clgroup::__some_of_lanes __way, __T __x, __private ulong *__firsts) {
    const ulong __same = __same_by(__way, __x);
    *__firsts = clgroup::ballot(__way.__own == clgroup::__first_of(__same), __way.__mask);
    return __same;
  }
#endif
  CLGROUP_INLINE ulong __by_rank(ulong __places) const {
    ulong __ranks = 0;
    for (ulong __left = clgroup_mask, __rank = 0; __left; __left &= __left - 1, __rank++)
      __ranks |= (__places >> clgroup::__first_of(__left) & 1) << __rank;
    return __ranks;
  }
};

#if CLGROUP_HAS_BALLOTS
CLGROUP_INLINE coalesced_group coalesced_threads() {
  return {clgroup::__active_lanes(), clgroup_lane(), 0, true, 0, 1};
}
#elif CLGROUP_MOST_LANES > 0
__attribute__((__unavailable__("cooperative_groups: coalesced groups need ballots, and the device has no cl_khr_subgroup_ballot")))
coalesced_group coalesced_threads();
#else
__attribute__((__unavailable__("cooperative_groups: coalesced groups need sub-groups, of which strategies tree and serial use none: compile "
                           "with --strategy=subgroup or vector for a device that has them")))
coalesced_group coalesced_threads();
#endif

namespace clgroup {
/* A tile as a group with gaps. */
template <unsigned __N, class __Parent> CLGROUP_INLINE coalesced_group __some_of(thread_block_tile<__N, __Parent> __tile) {
  static_assert(__N <= 64, "cooperative_groups: a set of members is for tiles of up to 64: ballot, match_any, match_all, partitions");
  const ulong __every = __tile.__every();
  if (__N <= CLGROUP_MOST_LANES && (__N <= CLGROUP_SURE_LANES || __fits_sub_group<__N>())) {
    const uint __self = clgroup_lane();
    return {__every << (__self & ~(__N - 1)), __self, 0, true, 0, 1};
  }
  const uint __rank = clgroup_rank();
  return {__every, __rank & (__N - 1), __rank & ~(__N - 1), false, 0, 1};
}
CLGROUP_INLINE coalesced_group __some_of(coalesced_group __group) {
  return __group;
}
template <class __Group> CLGROUP_INLINE coalesced_group __some_of(__Group) {
  static_assert(sizeof(__Group) == 0, "cooperative_groups: partitions by label or predicate are of a tile of up to 64 or of a coalesced group: "
                                    "make a tile of the block by tiled_partition<N>(block)");
  return {};
}
} // namespace clgroup

/* Labels of up to 32 bytes. Labels are equal if their bits are. */
template <class __Label, class __Group> CLGROUP_INLINE coalesced_group labeled_partition(__Group __group, __Label __label) {
  clgroup::__check_value<__Label>();
  const coalesced_group __all = clgroup::__some_of(__group);
  coalesced_group __some = __all;
  ulong __firsts;
  __some.clgroup_mask = __all.clgroup_parts(__label, &__firsts);
  const uint __first = clgroup::__first_of(__some.clgroup_mask);
  __some.clgroup_group = clgroup::__count_of(__firsts & clgroup::__places_below(__first));
  __some.clgroup_groups = clgroup::__count_of(__firsts);
  return __some;
}
/* The tile's size may be a template argument, as in CUDA. */
template <unsigned __N, class __Label, class __Parent>
CLGROUP_INLINE coalesced_group labeled_partition(thread_block_tile<__N, __Parent> __tile, __Label __label) {
  return labeled_partition<__Label>(__tile, __label);
}

template <class __Group> CLGROUP_INLINE coalesced_group binary_partition(__Group __group, bool __predicate) {
  const coalesced_group __all = clgroup::__some_of(__group);
  coalesced_group __some = __all;
  const ulong __yes = __all.clgroup_places(__predicate);
  __some.clgroup_mask = __predicate ? __yes : __all.clgroup_mask & ~__yes;
  __some.clgroup_group = clgroup::__first_of(__some.clgroup_mask) != clgroup::__first_of(__all.clgroup_mask);
  __some.clgroup_groups = __some.clgroup_mask == __all.clgroup_mask ? 1 : 2;
  return __some;
}
template <unsigned __N, class __Parent> CLGROUP_INLINE coalesced_group binary_partition(thread_block_tile<__N, __Parent> __tile, bool __predicate) {
  return binary_partition<thread_block_tile<__N, __Parent>>(__tile, __predicate);
}

} // namespace cooperative_groups

#endif
