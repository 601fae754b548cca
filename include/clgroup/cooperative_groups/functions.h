/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of tiles and coalesced groups; part of <clgroup/cooperative_groups.h>. They take groups by value. By reference, a group in
 * private memory and one behind a generic pointer would be two types of Group, whose functions would have the same name on nvptx64. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_FUNCTIONS_H
#define CLGROUP_COOPERATIVE_GROUPS_FUNCTIONS_H
#include <clgroup/cooperative_groups/thread_group.h>

namespace cooperative_groups {

template <class __Group> CLGROUP_INLINE void sync(__Group __group) {
  __group.sync();
}

template <class __Group> CLGROUP_INLINE auto thread_rank(__Group __group) {
  return __group.thread_rank();
}

template <class __Group> CLGROUP_INLINE auto group_size(__Group __group) {
  return __group.num_threads();
}

namespace clgroup {
/* A reference's address space. On nvptx64 functions of a private and of a generic reference have the same mangled name; this template
 * argument makes the names differ. */
template <class __T> struct __space_of {
  enum { __value = 0 };
};
#define CLGROUP_SPACE(__space, __number)                                                                                                   \
  template <class __T> struct __space_of<__space __T &> {                                                                                  \
    enum { __value = __number };                                                                                                           \
  };
CLGROUP_SPACE(__private, 1)
CLGROUP_SPACE(__global, 2)
CLGROUP_SPACE(__local, 3)
CLGROUP_SPACE(__constant, 4)
#undef CLGROUP_SPACE

constexpr int __spaces_of() {
  return 0;
}
template <class... __Spaces> constexpr int __spaces_of(int __first, __Spaces... __others) {
  return __first + 5 * __spaces_of(__others...);
}
} // namespace clgroup

/* The member of rank 0 calls f(arguments...). */
template <class __Group, class __F, class... __Arguments, int = clgroup::__spaces_of(clgroup::__space_of<__F>::__value, clgroup::__space_of<__Arguments>::__value...)>
CLGROUP_INLINE void invoke_one(__Group __group, __F &&__f, __Arguments &&...__arguments) {
  if (__group.thread_rank() == 0)
    static_cast<__F &&>(__f)(static_cast<__Arguments &&>(__arguments)...);
}

/* The same, and all members get the result: a value of a type that has a default constructor. */
template <class __Group, class __F, class... __Arguments, int = clgroup::__spaces_of(clgroup::__space_of<__F>::__value, clgroup::__space_of<__Arguments>::__value...)>
CLGROUP_INLINE auto invoke_one_broadcast(__Group __group, __F &&__f, __Arguments &&...__arguments) {
  constexpr bool __has_result = !__is_void(decltype(__f(static_cast<__Arguments &&>(__arguments)...)));
  static_assert(__has_result, "cooperative_groups: invoke_one_broadcast is for functions with a result: use invoke_one for one that returns void");
  if constexpr (__has_result) {
    decltype(clgroup::__value_of(__f(static_cast<__Arguments &&>(__arguments)...))) __result{};
    if (__group.thread_rank() == 0)
      __result = static_cast<__F &&>(__f)(static_cast<__Arguments &&>(__arguments)...);
    return __group.shfl(__result, 0);
  }
}

namespace clgroup {
/* The groups that have reduces and scans. */
template <class __Group> struct __is_collective {
  enum { __value = false };
};
template <unsigned __N, class __Parent> struct __is_collective<thread_block_tile<__N, __Parent>> {
  enum { __value = true };
};
template <> struct __is_collective<coalesced_group> {
  enum { __value = true };
};

template <class __Group, class __T, class __F> CLGROUP_INLINE constexpr void __check_collective() {
  static_assert(__is_collective<__Group>::__value, "cooperative_groups: reduces and scans are for tiles and coalesced groups: make a tile of "
                                             "the block by tiled_partition<N>(block)");
  __check_value<__T>();
  __check_operator<__T, __F>();
}
} // namespace clgroup

template <class __Group, class __T, class __F> CLGROUP_INLINE __T reduce(__Group __group, __T __x, __F __op) {
  clgroup::__check_collective<__Group, __T, __F>();
  return __group.clgroup_reduce(__x, __op);
}
template <class __Group, class __T> CLGROUP_INLINE __T reduce(__Group __group, __T __x) {
  return reduce(__group, __x, plus<__T>());
}

template <class __Group, class __T, class __F> CLGROUP_INLINE __T inclusive_scan(__Group __group, __T __x, __F __op) {
  clgroup::__check_collective<__Group, __T, __F>();
  return __group.clgroup_inclusive(__x, __op);
}
template <class __Group, class __T> CLGROUP_INLINE __T inclusive_scan(__Group __group, __T __x) {
  return inclusive_scan(__group, __x, plus<__T>());
}

namespace clgroup {
/* Sums of integers, which wrap around: a subtraction takes an operand out of such a sum again. */
template <class __T, class __F> struct __is_integer_sum {
  enum { __value = 0 };
};
template <class __T> struct __is_integer_sum<__T, plus<__T>> {
  enum { __value = __wrapping<__T>::__value };
};
} // namespace clgroup

/* The first member gets T(). */
template <class __Group, class __T, class __F> CLGROUP_INLINE __T exclusive_scan(__Group __group, __T __x, __F __op) {
  clgroup::__check_collective<__Group, __T, __F>();
  const __T __up_to = __group.clgroup_inclusive(__x, __op);
  if constexpr (clgroup::__is_integer_sum<__T, __F>::__value)
    return (__T)((typename clgroup::__wrapping<__T>::__word)__up_to - (typename clgroup::__wrapping<__T>::__word)__x);
  else
    return __group.clgroup_shift(__up_to, __T());
}
template <class __Group, class __T> CLGROUP_INLINE __T exclusive_scan(__Group __group, __T __x) {
  return exclusive_scan(__group, __x, plus<__T>());
}

/* Copies, which the members share; all members make the call. The number of bytes is a multiple of the element's size; or `__from` has
 * `__count` elements, and `__to` has room for `__room`. After the call a member sees what it copied itself; after wait() or wait_prior()
 * all members see all of it. */
#define CLGROUP_COPY(__to_space, __from_space)                                                                                             \
  template <class __Group, class __T>                                                                                                      \
  CLGROUP_INLINE void memcpy_async(__Group __group, __to_space __T *__to, const __from_space __T *__from, size_t __bytes) {                \
    for (size_t __i = __group.thread_rank(); __i < __bytes / sizeof(__T); __i += __group.num_members())                                    \
      __to[__i] = __from[__i];                                                                                                             \
  }                                                                                                                                        \
  template <class __Group, class __T>                                                                                                      \
  CLGROUP_INLINE void memcpy_async(__Group __group, __to_space __T *__to, size_t __room, const __from_space __T *__from, size_t __count) { \
    memcpy_async(__group, __to, __from, (__count < __room ? __count : __room) * sizeof(__T));                                              \
  }
CLGROUP_COPY(__local, __global)
CLGROUP_COPY(__global, __local)
CLGROUP_COPY(__local, __local)
CLGROUP_COPY(__global, __global)
#undef CLGROUP_COPY
template <class __Group> CLGROUP_INLINE void wait(__Group __group) {
  __group.sync();
}
template <unsigned __Copies, class __Group> CLGROUP_INLINE void wait_prior(__Group __group) {
  __group.sync();
}

} // namespace cooperative_groups

#endif
