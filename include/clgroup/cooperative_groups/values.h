/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values as words, and operators; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_VALUES_H
#define CLGROUP_COOPERATIVE_GROUPS_VALUES_H
#include <clgroup/cooperative_groups/lanes.h>

namespace cooperative_groups {
namespace clgroup {

template <unsigned __Bytes> struct __words_of_bytes {
  uint __words[(__Bytes + 3) / 4];
};
template <> struct __words_of_bytes<8> {
  uint2 __words; /* of these LLVM makes shorter code than of an array */
};
template <class __T> using __words_of = __words_of_bytes<sizeof(__T)>;

template <class __T> CLGROUP_INLINE constexpr void __check_value() {
  static_assert(__is_trivially_copyable(__T), "cooperative_groups: a value is exchanged as bytes, so its type must be trivially copyable");
  static_assert(sizeof(__T) <= 32, "cooperative_groups: a value may have up to 32 bytes");
}

/* The type of an expression's value, without reference, qualifiers and address space; never called. */
template <class __T> __T __value_of(__T __x);

/* CUDA's rule. Without it reduce(tile, 0.75f, plus<int>()) would give 0. */
template <class __T, class __F> CLGROUP_INLINE constexpr void __check_operator() {
  static_assert(__is_same(__T, decltype(__value_of((*(__private __F *)0)(*(__private __T *)0, *(__private __T *)0)))),
                "cooperative_groups: an operator's result must be of the type of the values, as in CUDA: cast the values, or take the "
                "operator of their type");
}

/* LLVM would copy 3, 5, 6 ... bytes as an integer of that size, which SPIR-V does not have. */
template <unsigned __Bytes> CLGROUP_INLINE void __copy(__private void *__to, __private const void *__from) {
  if constexpr (__Bytes % 4 == 0 || __Bytes <= 2)
    __builtin_memcpy(__to, __from, __Bytes);
  else
    for (uint __i = 0; __i < __Bytes; __i++)
      ((__private uchar *)__to)[__i] = ((__private const uchar *)__from)[__i];
}

template <class __T> CLGROUP_INLINE __words_of<__T> __to_words(__T __x) {
  __words_of<__T> __w = {};
  __copy<sizeof(__T)>(&__w, &__x);
  return __w;
}

/* `__like`: any value, since T need not have a default constructor. */
template <class __T> CLGROUP_INLINE __T __from_words(__words_of<__T> __w, __T __like) {
  __copy<sizeof(__T)>(&__like, &__w);
  return __like;
}

/* condition ? a : b. On NVIDIA's GPUs it is opaque to LLVM, which would turn condition ? a + b : a into a + (condition ? b : 0), where one
 * instruction with a predicate is enough. */
template <class __T> CLGROUP_INLINE __T __select_value(bool __condition, __T __a, __T __b) {
#if defined(__NVPTX__)
  __words_of<__T> __w = __to_words(__a), __otherwise = __to_words(__b);
  for (uint __i = 0; __i < sizeof __w / 4; __i++)
    __w.__words[__i] = __clgroup_late_select_32(__condition, __w.__words[__i], __otherwise.__words[__i]);
  return __from_words(__w, __a);
#else
  return __condition ? __a : __b;
#endif
}

/* The integers whose sums wrap around on overflow, as in the library's functions. C++ leaves that undefined for signed types, so `__word`
 * computes their sums. */
template <class __T> struct __wrapping {
  enum { __value = 0 };
};
template <> struct __wrapping<int> {
  enum { __value = 1 };
  typedef uint __word;
};
template <> struct __wrapping<uint> : __wrapping<int> {};
template <> struct __wrapping<long> {
  enum { __value = 1 };
  typedef ulong __word;
};
template <> struct __wrapping<ulong> : __wrapping<long> {};

} // namespace clgroup

template <class __T> struct plus {
  CLGROUP_INLINE __T operator()(__T __a, __T __b) const {
    if constexpr (clgroup::__wrapping<__T>::__value)
      return (__T)((typename clgroup::__wrapping<__T>::__word)__a + (typename clgroup::__wrapping<__T>::__word)__b);
    else
      return __a + __b;
  }
};
#define CLGROUP_FUNCTOR(__name, __result)                                                                                                 \
  template <class __T> struct __name {                                                                                                     \
    CLGROUP_INLINE __T operator()(__T __a, __T __b) const {                                                                                \
      return __result;                                                                                                                     \
    }                                                                                                                                      \
  };
CLGROUP_FUNCTOR(less, __b < __a ? __b : __a)
CLGROUP_FUNCTOR(greater, __a < __b ? __b : __a)
CLGROUP_FUNCTOR(bit_and, __a & __b)
CLGROUP_FUNCTOR(bit_xor, __a ^ __b)
CLGROUP_FUNCTOR(bit_or, __a | __b)
#undef CLGROUP_FUNCTOR

namespace clgroup {
/* The operators that the library has too, on integers whose sums wrap around. On GPUs its functions use the target's best instructions: for
 * a whole sub-group, and for any set of members. */
template <class __T, class __F> struct __known {
  enum { __value = false };
};
#if CLGROUP_NAMES_MEMBERS
#define CLGROUP_FUNCTIONS_OF(__name)                                                                                                       \
  CLGROUP_INLINE static __T __scan_all(__T __x) {                                                                                          \
    return sub_group_scan_inclusive_##__name(__x);                                                                                         \
  }                                                                                                                                        \
  CLGROUP_INLINE static __T __reduce_all(__T __x) {                                                                                        \
    return sub_group_reduce_##__name(__x);                                                                                                 \
  }                                                                                                                                        \
  CLGROUP_INLINE static __T __reduce(__T __x, ulong __members) {                                                                           \
    return __clgroup_reduce_##__name(__x, __members);                                                                                      \
  }
#else
#define CLGROUP_FUNCTIONS_OF(__name)
#endif
#define CLGROUP_KNOWN(__op, __name, __identity)                                                                                            \
  template <class __T> struct __known<__T, __op<__T>> {                                                                                    \
    enum { __value = __wrapping<__T>::__value };                                                                                           \
    CLGROUP_INLINE static __T __pad() {                                                                                                    \
      return (__T)(__identity);                                                                                                            \
    }                                                                                                                                      \
    CLGROUP_FUNCTIONS_OF(__name)                                                                                                           \
  };
CLGROUP_KNOWN(plus, add, 0)
CLGROUP_KNOWN(less, min, (__T)-1 < 0 ? ~(1ul << (8 * sizeof(__T) - 1)) : ~0ul)
CLGROUP_KNOWN(greater, max, (__T)-1 < 0 ? 1ul << (8 * sizeof(__T) - 1) : 0)
CLGROUP_KNOWN(bit_and, and, ~0ul)
CLGROUP_KNOWN(bit_xor, xor, 0)
CLGROUP_KNOWN(bit_or, or, 0)
#undef CLGROUP_KNOWN

/* Operators whose operands may be swapped. */
template <class __T, class __F> struct __commutes : __known<__T, __F> {};
template <class __T> struct __commutes<__T, plus<__T>> : __known<__T, plus<__T>> {
  enum { __value = __known<__T, plus<__T>>::__value || __is_floating_point(__T) };
  CLGROUP_INLINE static __T __pad() {
    return -(__T)0; /* of floats -0.0, which changes no other */
  }
};

/* Does one's own operator say that its operands may be swapped? */
template <class __F, class = void> struct __says_so {
  enum { __value = false };
};
template <class __F> struct __says_so<__F, decltype((void)__F::is_commutative)> {
  enum { __value = __F::is_commutative };
};

/* Operators for which the library's functions of a whole sub-group are not longer than shuffles: on AMD's GPUs sums of floats too. */
#if defined(__AMDGCN__)
template <class __T, class __F> using __whole = __commutes<__T, __F>;
#else
template <class __T, class __F> using __whole = __known<__T, __F>;
#endif
#undef CLGROUP_FUNCTIONS_OF
} // namespace clgroup

} // namespace cooperative_groups

#endif
