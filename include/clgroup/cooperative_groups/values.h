/* Values as words, and operators; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_VALUES_H
#define CLGROUP_COOPERATIVE_GROUPS_VALUES_H
#include <clgroup/cooperative_groups/lanes.h>

namespace cooperative_groups {
namespace clgroup {

template <class T> struct words_of {
  uint words[(sizeof(T) + 3) / 4];
};

template <class T> CLGROUP_INLINE constexpr void check_value() {
  static_assert(__is_trivially_copyable(T), "cooperative_groups: a value is exchanged as bytes, so its type must be trivially copyable");
  static_assert(sizeof(T) <= 32, "cooperative_groups: a value may have up to 32 bytes");
}

/* What an expression's value is of, without reference, qualifiers and address space; never called. */
template <class T> T value_of(T x);

/* CUDA's rule. Without it reduce(tile, 0.75f, plus<int>()) would be 0. */
template <class T, class F> CLGROUP_INLINE constexpr void check_operator() {
  static_assert(__is_same(T, decltype(value_of((*(__private F *)0)(*(__private T *)0, *(__private T *)0)))),
                "cooperative_groups: an operator's result must be of the type of the values, as in CUDA: cast the values, or take the "
                "operator of their type");
}

/* LLVM would copy 3, 5, 6 ... bytes as an integer of that size, which SPIR-V does not have. */
template <unsigned Bytes> CLGROUP_INLINE void copy(__private void *to, __private const void *from) {
  if constexpr (Bytes % 4 == 0 || Bytes <= 2)
    __builtin_memcpy(to, from, Bytes);
  else
    for (uint i = 0; i < Bytes; i++)
      ((__private uchar *)to)[i] = ((__private const uchar *)from)[i];
}

template <class T> CLGROUP_INLINE words_of<T> to_words(T x) {
  words_of<T> w = {};
  copy<sizeof(T)>(&w, &x);
  return w;
}

/* `like`: any value, since T need not have a default constructor. */
template <class T> CLGROUP_INLINE T from_words(words_of<T> w, T like) {
  copy<sizeof(T)>(&like, &w);
  return like;
}

/* condition ? a : b. On NVIDIA opaque to LLVM, which would make a + (condition ? b : 0) of condition ? a + b : a, where one instruction
 * with a predicate would do. */
template <class T> CLGROUP_INLINE T select_value(bool condition, T a, T b) {
#if defined(__NVPTX__)
  words_of<T> w = to_words(a), otherwise = to_words(b);
  for (uint i = 0; i < sizeof w / 4; i++)
    w.words[i] = __clgroup_late_select_32(condition, w.words[i], otherwise.words[i]);
  return from_words(w, a);
#else
  return condition ? a : b;
#endif
}

/* The integers whose sums wrap around on overflow, as in the library's functions: C++ leaves that undefined for the signed ones, so that
 * `word` computes them. */
template <class T> struct wrapping {
  enum { value = 0 };
};
template <> struct wrapping<int> {
  enum { value = 1 };
  typedef uint word;
};
template <> struct wrapping<uint> : wrapping<int> {};
template <> struct wrapping<long> {
  enum { value = 1 };
  typedef ulong word;
};
template <> struct wrapping<ulong> : wrapping<long> {};

} // namespace clgroup

template <class T> struct plus {
  CLGROUP_INLINE T operator()(T a, T b) const {
    if constexpr (clgroup::wrapping<T>::value)
      return (T)((typename clgroup::wrapping<T>::word)a + (typename clgroup::wrapping<T>::word)b);
    else
      return a + b;
  }
};
template <class T> struct less {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
template <class T> struct greater {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
template <class T> struct bit_and {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return a & b;
  }
};
template <class T> struct bit_xor {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return a ^ b;
  }
};
template <class T> struct bit_or {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return a | b;
  }
};

} // namespace cooperative_groups

#endif
