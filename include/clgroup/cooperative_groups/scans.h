/* How tiles exchange values, and their scans and reduces; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_SCANS_H
#define CLGROUP_COOPERATIVE_GROUPS_SCANS_H
#include <clgroup/cooperative_groups/values.h>

namespace cooperative_groups {
namespace clgroup {

/* A member's place is its rank in the group or, in a group with gaps, that in the tile or sub-group around it.
 *      get(x, at): the x of the member at place `at`; an undefined value if there is none. */

template <class T> CLGROUP_INLINE T get_by_lanes(T x, uint from, ulong members) {
  words_of<T> w = to_words(x);
  for (uint i = 0; i < sizeof w / 4; i++)
    w.words[i] = word_of_lane(w.words[i], from, members);
  return from_words(w, x);
}

template <class T> CLGROUP_INLINE T get_by_memory(T x, uint from) {
  from = min(from, clgroup_size() - 1);
  if constexpr (sizeof(T) % 8 == 0) {
    ulong words[sizeof(T) / 8];
    __builtin_memcpy(&words, &x, sizeof(T));
    for (uint i = 0; i < sizeof(T) / 8; i++)
      words[i] = clgroup_work_group_shuffle(words[i], from);
    __builtin_memcpy(&x, &words, sizeof(T));
    return x;
  } else {
    words_of<T> w = to_words(x);
    for (uint i = 0; i < sizeof w / 4; i++)
      w.words[i] = clgroup_work_group_shuffle(w.words[i], from);
    return from_words(w, x);
  }
}

/* A whole tile of N. */
template <unsigned N> struct tile_of_lanes {
  uint first, own; /* lane of the first, rank of this one */
  ulong members;
  CLGROUP_INLINE static tile_of_lanes here() {
    const uint self = clgroup_lane(), first = self & ~(N - 1);
    return tile_of_lanes{first, self & (N - 1), N < 64 && N < CLGROUP_SURE_LANES ? ((1ul << (N & 63)) - 1) << first : ~0ul};
  }
  template <class T> CLGROUP_INLINE T get(T x, uint at) const __private {
    return get_by_lanes(x, first + at, members);
  }
  /* The member n before, if there is one; on NVIDIA x itself if not. */
  template <class T> CLGROUP_INLINE T get_below(T x, uint n, __private bool *is_there) const __private {
#if defined(__NVPTX__)
    words_of<T> w = to_words(x);
    uint there = 0;
    for (uint i = 0; i < sizeof w / 4; i++)
      w.words[i] = __clgroup_word_below(w.words[i], n, (32 - N) << 8, (uint)members, &there);
    *is_there = there;
    return from_words(w, x);
#else
    *is_there = own >= n;
    return get(x, (own - n) & (N - 1));
#endif
  }
};

template <unsigned N> struct tile_of_memory {
  uint first, own;
  CLGROUP_INLINE static tile_of_memory here() {
    const uint rank = clgroup_rank();
    return tile_of_memory{rank & ~(N - 1), rank & (N - 1)};
  }
  template <class T> CLGROUP_INLINE T get(T x, uint at) const __private {
    return get_by_memory(x, first + at);
  }
  template <class T> CLGROUP_INLINE T get_below(T x, uint n, __private bool *is_there) const __private {
    *is_there = own >= n;
    return get(x, *is_there ? own - n : own);
  }
};

/* After each step a member has combined the last 2, 4, 8 ... values up to its own. */
template <unsigned N, class Way, class T, class F> CLGROUP_INLINE T scan_tile(Way way, T x, F op) {
#pragma unroll
  for (uint n = 1; n < N; n *= 2) {
    bool is_there;
    const T below = way.get_below(x, n, &is_there);
#if defined(__NVPTX__)
    x = select_value(is_there, (T)op(below, x), below); /* `below` is x where none is there: the sum then goes to its register */
#else
    if (is_there)
      x = op(below, x);
#endif
  }
  return x;
}

template <unsigned N, class Way, class T> CLGROUP_INLINE T shift_tile(Way way, T inclusive, T first) {
  bool is_there;
  const T below = way.get_below(inclusive, 1, &is_there);
  return is_there ? below : first;
}

/* Each step combines neighbouring blocks of 1, 2, 4 ... members, all of which hold their block's value. A block of the last tile may be
 * smaller, or not be there. */
template <unsigned N, class Way, class T, class F> CLGROUP_INLINE T reduce_tile(Way way, uint count, T x, F op) {
#pragma unroll
  for (uint n = 1; n < N; n *= 2) {
    const uint other = way.own ^ n, block = other & ~(n - 1);
    const T its = way.get(x, min(other, count - 1));
    if (block < count)
      x = way.own & n ? op(its, x) : op(x, its);
  }
  return x;
}

} // namespace clgroup
} // namespace cooperative_groups

#endif
