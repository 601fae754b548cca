/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How tiles exchange values, and their scans and reduces; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_SCANS_H
#define CLGROUP_COOPERATIVE_GROUPS_SCANS_H
#include <clgroup/cooperative_groups/values.h>

namespace cooperative_groups {
namespace clgroup {

/* The place of a member is its rank in the group or, in a group with gaps, its rank in the tile or sub-group around the group. get(x, at)
 * returns the x of the member at place `__at`; an undefined value if there is none. */

template <class __T> CLGROUP_INLINE __T __get_by_lanes(__T __x, uint __from, ulong __members) {
  __words_of<__T> __w = __to_words(__x);
  for (uint __i = 0; __i < sizeof __w / 4; __i++)
    __w.__words[__i] = __word_of_lane(__w.__words[__i], __from, __members);
  return __from_words(__w, __x);
}

#if defined(__NVPTX__)
/* The members that have the same bits in x as this one. */
template <class __T> CLGROUP_INLINE ulong __match_lanes(__T __x, ulong __members) {
  ulong __same = ~0ul;
  if constexpr (sizeof(__T) % 8 == 0) {
    ulong __words[sizeof(__T) / 8];
    __builtin_memcpy(&__words, &__x, sizeof(__T));
    for (uint __i = 0; __i < sizeof(__T) / 8; __i++)
      __same &= __clgroup_match(__words[__i], __members);
  } else {
    const __words_of<__T> __w = __to_words(__x);
    for (uint __i = 0; __i < sizeof __w / 4; __i++)
      __same &= __clgroup_match(__w.__words[__i], __members);
  }
  return __same;
}

/* Do all members have the same bits in x? Returns those that are there if so, else 0. */
template <class __T> CLGROUP_INLINE uint __match_all_lanes(__T __x, ulong __members, __private bool *__are_same) {
  const __words_of<__T> __w = __to_words(__x);
  uint __all = ~0u;
  *__are_same = true;
  for (uint __i = 0; __i < sizeof __w / 4; __i++) {
    uint __word_is_same;
    __all &= __clgroup_match_all_32(__w.__words[__i], (uint)__members, &__word_is_same);
    *__are_same &= __word_is_same != 0;
  }
  return __all;
}
#endif

template <class __T> CLGROUP_INLINE __T __get_by_memory(__T __x, uint __from) {
  __from = min(__from, clgroup_size() - 1);
  if constexpr (sizeof(__T) % 8 == 0) {
    ulong __words[sizeof(__T) / 8];
    __builtin_memcpy(&__words, &__x, sizeof(__T));
    for (uint __i = 0; __i < sizeof(__T) / 8; __i++)
      __words[__i] = clgroup_work_group_shuffle(__words[__i], __from);
    __builtin_memcpy(&__x, &__words, sizeof(__T));
    return __x;
  } else {
    __words_of<__T> __w = __to_words(__x);
    for (uint __i = 0; __i < sizeof __w / 4; __i++)
      __w.__words[__i] = clgroup_work_group_shuffle(__w.__words[__i], __from);
    return __from_words(__w, __x);
  }
}

/* A whole tile of N. */
template <unsigned __N> struct __tile_of_lanes {
  uint __first, __own; /* lane of the first, rank of this one */
  ulong __members;
  CLGROUP_INLINE static __tile_of_lanes __here() {
    const uint __self = clgroup_lane(), __first = __N == CLGROUP_MOST_LANES ? 0 : __self & ~(__N - 1);
    return __tile_of_lanes{__first, __self & (__N - 1), __N < 64 && __N < CLGROUP_SURE_LANES ? ((1ul << (__N & 63)) - 1) << __first : ~0ul};
  }
  template <class __T> CLGROUP_INLINE __T __get(__T __x, uint __at) const __private {
#if defined(__NVPTX__)
    __words_of<__T> __w = __to_words(__x);
    for (uint __i = 0; __i < sizeof __w / 4; __i++)
      __w.__words[__i] = __clgroup_word_in_tile(__w.__words[__i], __at, (32 - __N) << 8 | 31, __members);
    return __from_words(__w, __x);
#else
    return __get_by_lanes(__x, __first + __at, __members);
#endif
  }
  /* The value of the member n before, if there is one; otherwise, on NVIDIA, x itself. */
  template <class __T> CLGROUP_INLINE __T __get_below(__T __x, uint __n, __private bool *__is_there) const __private {
#if defined(__NVPTX__)
    __words_of<__T> __w = __to_words(__x);
    uint __there = 0;
    for (uint __i = 0; __i < sizeof __w / 4; __i++)
      __w.__words[__i] = __clgroup_word_below(__w.__words[__i], __n, (32 - __N) << 8, (uint)__members, &__there);
    *__is_there = __there;
    return __from_words(__w, __x);
#else
    *__is_there = __own >= __n;
    return __get(__x, (__own - __n) & (__N - 1));
#endif
  }
};

template <unsigned __N> struct __tile_of_memory {
  uint __first, __own;
  CLGROUP_INLINE static __tile_of_memory __here() {
    const uint __rank = clgroup_rank();
    return __tile_of_memory{__rank & ~(__N - 1), __rank & (__N - 1)};
  }
  template <class __T> CLGROUP_INLINE __T __get(__T __x, uint __at) const __private {
    return __get_by_memory(__x, __first + __at);
  }
  template <class __T> CLGROUP_INLINE __T __get_below(__T __x, uint __n, __private bool *__is_there) const __private {
    *__is_there = __own >= __n;
    return __get(__x, *__is_there ? __own - __n : __own);
  }
};

/* The value that a scan combines with in its step of n, if there is one; the value of the member before; and, in a reduce of 2 n full
 * members by halves, the value of a member of the other half. */
template <class __Way, class __T> CLGROUP_INLINE __T __get_before(__Way __way, __T __x, uint __n, __private bool *__is_there) {
  return __way.__get_below(__x, __n, __is_there);
}
template <class __Way, class __T> CLGROUP_INLINE __T __get_next_below(__Way __way, __T __x, __private bool *__is_there) {
  return __way.__get_below(__x, 1, __is_there);
}
#if defined(__AMDGCN__)
/* By instructions that give a lane the value of another of the same 16. Steps of up to 8 stay inside these. Longer steps take the last
 * value of the block of n below. */
template <unsigned __N, class __T> CLGROUP_INLINE __T __get_before(__tile_of_lanes<__N> __way, __T __x, uint __n, __private bool *__is_there) {
  __words_of<__T> __w = __to_words(__x);
  for (uint __i = 0; __i < sizeof __w / 4; __i++)
    __w.__words[__i] = __clgroup_word_before(__w.__words[__i], __n);
  *__is_there = __n < 16 ? (__way.__own & 15) >= __n : (__way.__own & __n) != 0;
  return __from_words(__w, __x);
}
template <unsigned __N, class __T> CLGROUP_INLINE __T __get_next_below(__tile_of_lanes<__N> __way, __T __x, __private bool *__is_there) {
  __words_of<__T> __w = __to_words(__x);
  for (uint __i = 0; __i < sizeof __w / 4; __i++)
    __w.__words[__i] = __clgroup_word_below(__w.__words[__i], 1, __N, __way.__first + __way.__own);
  *__is_there = __way.__own != 0;
  return __from_words(__w, __x);
}
#endif

#if defined(__AMDGCN__)
/* What a scan's step of n combines with in tiles of up to 32; `__otherwise` where there is nothing. */
template <unsigned __N, class __T> CLGROUP_INLINE __T __get_before_or(__T __x, uint __n, __T __otherwise) {
  __words_of<__T> __w = __to_words(__x), __pad = __to_words(__otherwise);
  for (uint __i = 0; __i < sizeof __w / 4; __i++)
    __w.__words[__i] = __clgroup_word_before_or(__w.__words[__i], __n, __N, __pad.__words[__i]);
  return __from_words(__w, __x);
}
/* A scan's step, where a member that has nothing before it combines with an operand that changes nothing: mostly one instruction. Not for
 * 8 bytes: in an addition with a carry nobody says what carry the lanes have that the step leaves out. */
template <unsigned __N, class __T, class __F> CLGROUP_INLINE __T __step_with_pad(__T __x, uint __n, __F __op) {
  if constexpr (__is_floating_point(__T))
    return __x - __get_before_or<__N>(-__x, __n, (__T)0); /* 0.0 taken off changes no float */
  else
    return __op(__get_before_or<__N>(__x, __n, __commutes<__T, __F>::__pad()), __x);
}
#endif

/* After each step a member has combined the last 2, 4, 8 ... values up to its own. */
template <unsigned __N, class __Way, class __T, class __F> CLGROUP_INLINE __T __scan_tile(__Way __way, __T __x, __F __op) {
#if CLGROUP_NAMES_MEMBERS
  if constexpr (__is_same(__Way, __tile_of_lanes<CLGROUP_SURE_LANES>) && __whole<__T, __F>::__value)
    return __whole<__T, __F>::__scan_all(__x);
#endif
#if defined(__AMDGCN__)
  if constexpr (__is_same(__Way, __tile_of_lanes<__N>) && __commutes<__T, __F>::__value && __N >= 2 && __N <= 32 && sizeof(__T) <= 4) {
#pragma unroll
    for (uint __n = 1; __n < __N; __n *= 2)
      __x = __step_with_pad<__N>(__x, __n, __op);
    return __x;
  }
#endif
#pragma unroll
  for (uint __n = 1; __n < __N; __n *= 2) {
    bool __is_there;
    const __T __below = __get_before(__way, __x, __n, &__is_there);
#if defined(__NVPTX__)
    __x = __select_value(__is_there, (__T)__op(__below, __x), __below); /* `__below` is x if there is no member: the sum then goes to x's
                                                                         * register */
#else
    if (__is_there)
      __x = __op(__below, __x);
#endif
  }
  return __x;
}

/* The x of the member n before, n after, or whose rank differs by the bits of n; x itself if there is none. The tile has `__count`
 * members. */
template <unsigned __N, class __Way, class __T> CLGROUP_INLINE __T __from_below(__Way __way, __T __x, uint __n) {
  const __T __other = __way.__get(__x, (__way.__own - __n) & (__N - 1));
  return __way.__own >= __n ? __other : __x;
}
template <unsigned __N, class __Way, class __T> CLGROUP_INLINE __T __from_above(__Way __way, __T __x, uint __n, uint __count) {
  const __T __other = __way.__get(__x, (__way.__own + __n) & (__N - 1));
  return __n < __count - __way.__own ? __other : __x;
}
template <unsigned __N, class __Way, class __T> CLGROUP_INLINE __T __from_across(__Way __way, __T __x, uint __n, uint __count) {
  const uint __at = __way.__own ^ __n;
  const __T __other = __way.__get(__x, __at & (__N - 1));
  return __at < __count ? __other : __x;
}
#if defined(__AMDGCN__)
/* The same, by one of three instructions. They give 0 for a lane without a work-item, also where n is 1. */
#define CLGROUP_FROM_LANE(__is_there, __word, ...)                                                                                         \
  __words_of<__T> __w = __to_words(__x);                                                                                                   \
  const bool __is_taken = __is_there;                                                                                                      \
  for (uint __i = 0; __i < sizeof __w / 4; __i++)                                                                                          \
    __w.__words[__i] = __word(__w.__words[__i], __VA_ARGS__);                                                                              \
  const __T __other = __from_words(__w, __x);                                                                                              \
  return __is_taken ? __other : __x
template <unsigned __N, class __T> CLGROUP_INLINE __T __from_below(__tile_of_lanes<__N> __way, __T __x, uint __n) {
  CLGROUP_FROM_LANE(__way.__own >= __n, __clgroup_word_below, __n, __N, __way.__first + __way.__own);
}
template <unsigned __N, class __T> CLGROUP_INLINE __T __from_above(__tile_of_lanes<__N> __way, __T __x, uint __n, uint) {
  const uint __lane = __way.__first + __way.__own;
  CLGROUP_FROM_LANE((__n < __N - __way.__own) & (__are_full<__N>() | (__clgroup_word_above(1, __n, __N, __lane) != 0)), __clgroup_word_above, __n, __N, __lane);
}
template <unsigned __N, class __T> CLGROUP_INLINE __T __from_across(__tile_of_lanes<__N>, __T __x, uint __n, uint) {
  CLGROUP_FROM_LANE((__n < __N) & (__are_full<__N>() | (__clgroup_word_across(1, __n) != 0)), __clgroup_word_across, __n);
}
#undef CLGROUP_FROM_LANE
#endif
#if defined(__NVPTX__)
/* The last operand of a shuffle from above, which returns x behind the tile's last member. */
template <unsigned __N> CLGROUP_INLINE uint __end_of(__tile_of_lanes<__N> __way) {
  return __are_full<__N>() ? (32 - __N) << 8 | 31 : 31 - clz((uint)ballot(true, __way.__members));
}
/* Shuffles do the same; they use the lower 5 bits of n. */
template <unsigned __N, class __T> CLGROUP_INLINE __T __from_below(__tile_of_lanes<__N> __way, __T __x, uint __n) {
  bool __is_there;
  return __way.__get_below(__x, min(__n, __N), &__is_there);
}
template <unsigned __N, class __T> CLGROUP_INLINE __T __from_above(__tile_of_lanes<__N> __way, __T __x, uint __n, uint) {
  __words_of<__T> __w = __to_words(__x);
  for (uint __i = 0; __i < sizeof __w / 4; __i++)
    __w.__words[__i] = __clgroup_word_above(__w.__words[__i], min(__n, __N), __end_of(__way), __way.__members);
  return __from_words(__w, __x);
}
template <unsigned __N, class __T> CLGROUP_INLINE __T __from_across(__tile_of_lanes<__N> __way, __T __x, uint __n, uint) {
  __words_of<__T> __w = __to_words(__x);
  for (uint __i = 0; __i < sizeof __w / 4; __i++)
    __w.__words[__i] = __clgroup_word_across(__w.__words[__i], __n < __N ? __n : 0, __end_of(__way), __way.__members);
  return __from_words(__w, __x);
}
#endif

template <unsigned __N, class __T> CLGROUP_INLINE __T __get_other_half(__tile_of_lanes<__N> __way, __T __x, uint __n) {
#if defined(__AMDGCN__)
  if constexpr (sizeof(__T) == 4) { /* for more words LLVM makes longer code */
    __words_of<__T> __w = __to_words(__x);
    __w.__words[0] = __clgroup_word_of_other_half(__w.__words[0], __n);
    return __from_words(__w, __x);
  }
#endif
  return __from_across<__N>(__way, __x, __n, __N);
}

template <unsigned __N, class __Way, class __T> CLGROUP_INLINE __T __shift_tile(__Way __way, __T __inclusive, __T __first) {
#if defined(__AMDGCN__)
  if constexpr (__is_same(__Way, __tile_of_lanes<16>))
    return __get_before_or<__N>(__inclusive, 1, __first);
#endif
  bool __is_there;
  const __T __below = __get_next_below(__way, __inclusive, &__is_there);
  return __is_there ? __below : __first;
}

/* Each step combines neighbouring blocks of 1, 2, 4 ... members; all members of a block hold its value. In the last tile a block may be
 * smaller, or missing. */
template <unsigned __N, class __Way, class __T, class __F> CLGROUP_INLINE __T __reduce_tile(__Way __way, uint __count, __T __x, __F __op) {
#pragma unroll
  for (uint __n = 1; __n < __N; __n *= 2) {
    const uint __other = __way.__own ^ __n, __its_block = __other & ~(__n - 1);
    const __T __its = __way.__get(__x, min(__other, __count - 1));
    if (__its_block < __count)
      __x = __way.__own & __n ? __op(__its, __x) : __op(__x, __its);
  }
  return __x;
}

#if defined(__AMDGCN__)
/* In a tile of up to 32 whose last members may be missing the first lane adds up the others, and all get its sum. A lane that is missing
 * gives 0; flipping the bits of `__pad`, an operand that changes nothing, makes it 0. */
template <class __T> CLGROUP_INLINE __T __flip(__T __x, __T __pad) {
  if constexpr (__is_floating_point(__T))
    return -__x; /* the pad is -0.0; with the sum this is one instruction */
  __words_of<__T> __w = __to_words(__x), __bits = __to_words(__pad);
  for (uint __i = 0; __i < sizeof __w / 4; __i++)
    __w.__words[__i] ^= __bits.__words[__i];
  return __from_words(__w, __x);
}
template <unsigned __N, class __T, class __F> CLGROUP_INLINE __T __reduce_to_first(__T __x, __T __pad, __F __op) {
  __words_of<__T> __w = __to_words(__flip(__x, __pad));
#pragma unroll
  for (uint __n = __N / 2; __n; __n /= 2) {
    __words_of<__T> __above = __w;
    for (uint __i = 0; __i < sizeof __w / 4; __i++)
      __above.__words[__i] = __N == 2 ? __clgroup_word_of_other_half(__w.__words[__i], 1) : __clgroup_word_for_first(__w.__words[__i], __n);
    __w = __to_words(__flip((__T)__op(__flip(__from_words(__w, __x), __pad), __flip(__from_words(__above, __x), __pad)), __pad));
  }
  __w = __to_words(__flip(__from_words(__w, __x), __pad));
  for (uint __i = 0; __i < sizeof __w / 4; __i++)
    __w.__words[__i] = __clgroup_word_of_first(__w.__words[__i], __N);
  return __from_words(__w, __x);
}
#endif

#if CLGROUP_NAMES_MEMBERS
/* On GPUs the library's function, if it has the operator. Otherwise, in a full tile, a butterfly, if the operands may be swapped. Otherwise
 * the result of the last member's scan, for which all members must be there. */
template <unsigned __N, class __T, class __F> CLGROUP_INLINE __T __reduce_tile(__tile_of_lanes<__N> __way, uint __count, __T __x, __F __op) {
  if constexpr (__N > 1 && __N == CLGROUP_SURE_LANES && __whole<__T, __F>::__value) {
    if (__known<__T, __F>::__value || sizeof(__T) <= 4 || !__are_full<__N>())
      return __whole<__T, __F>::__reduce_all(__x);
  } else if constexpr (__N > 1 && __known<__T, __F>::__value) {
    if (__clgroup_has_redux())
      return __known<__T, __F>::__reduce(__x, __way.__members);
  }
  if constexpr (__commutes<__T, __F>::__value || __says_so<__F>::__value)
    if (__are_full<__N>()) {
#pragma unroll
      for (uint __n = 1; __n < __N; __n *= 2)
        __x = __op(__x, __get_other_half(__way, __x, __n));
      return __x;
    }
#if defined(__AMDGCN__)
  if constexpr (__commutes<__T, __F>::__value && __N <= 32)
    if (!__are_full<__N>())
      return __reduce_to_first<__N>(__x, __commutes<__T, __F>::__pad(), __op);
  const uint __last = __are_full<__N>() ? __way.__first | (__N - 1) : clgroup_last_lane_of_tile(__N);
  return __get_by_lanes(__scan_tile<__N>(__way, __x, __op), __last, __way.__members);
#else
  /* The first member's value, to which each step adds the next 1, 2, 4 ... Others may get values of other tiles. */
  const uint __end = __are_full<__N>() ? (32 - __N) << 8 | 31 : 31 - clz(__clgroup_late_ballot_32((uint)__way.__members));
#pragma unroll
  for (uint __n = 1; __n < __N; __n *= 2) {
    __words_of<__T> __w = __to_words(__x);
    uint __is_there;
    for (uint __i = 0; __i < sizeof __w / 4; __i++)
      __w.__words[__i] = __clgroup_word_above_if(__w.__words[__i], __n, __end, (uint)__way.__members, &__is_there);
    const __T __above = __from_words(__w, __x);
    __x = __op(__x, __above);
    if (!__are_full<__N>())
      __x = __select_value(__is_there, __x, __above); /* which is x if there is no such member */
  }
  return __way.__get(__x, 0);
#endif
}
#endif

} // namespace clgroup
} // namespace cooperative_groups

#endif
