/* Updates of an atomic in global or local memory, relaxed; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_UPDATES_H
#define CLGROUP_COOPERATIVE_GROUPS_UPDATES_H
#include <clgroup/cooperative_groups/cuda.h>
#include <clgroup/cooperative_groups/functions.h>

namespace cooperative_groups {

namespace clgroup {
/* What an atomic holds. */
template <class __Atomic> struct __held {
  enum { __is_known = false };
  typedef void __value;
};
/* The bits of a value that an atomic may hold. */
template <class __T> struct __bits_of;
#define CLGROUP_HELD(__atomic, __type, __bits)                                                                                             \
  template <> struct __held<__atomic> {                                                                                                    \
    enum { __is_known = true };                                                                                                            \
    typedef __type __value;                                                                                                                \
  };                                                                                                                                       \
  template <> struct __held<::cuda::clgroup_reference<__type>> : __held<__atomic> {};                                                      \
  template <> struct __bits_of<__type> {                                                                                                   \
    typedef __bits __word;                                                                                                                 \
  };
CLGROUP_HELD(atomic_int, int, uint)
CLGROUP_HELD(atomic_uint, uint, uint)
CLGROUP_HELD(atomic_float, float, uint)
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
CLGROUP_HELD(atomic_long, long, ulong)
CLGROUP_HELD(atomic_ulong, ulong, ulong)
#ifdef cl_khr_fp64
CLGROUP_HELD(atomic_double, double, ulong)
#endif
#endif
#undef CLGROUP_HELD

template <class __Atomic, class __T> CLGROUP_INLINE constexpr void __check_atomic() {
  static_assert(__held<__Atomic>::__is_known, "cooperative_groups: the atomic of an update is an atomic_int, atomic_uint or atomic_float, or, where "
                                        "the device has atomics of 64 bits, an atomic_long, atomic_ulong or atomic_double, or an atomic_ref of such a value");
  static_assert(!__held<__Atomic>::__is_known || __is_same(__T, typename __held<__Atomic>::__value),
                "cooperative_groups: the value must be of the type that the atomic holds, as in CUDA: cast the value");
}

/* The functions of OpenCL C 1.x, which are relaxed and need no generic pointers. */
#define CLGROUP_FETCH(__space, __op, __type, __function)                                                                                   \
  CLGROUP_INLINE __type __fetch(volatile __space __type *__at, __type __x, __op<__type>) {                                                 \
    return __function(__at, __x);                                                                                                          \
  }
#define CLGROUP_FETCHES(__space, __type, __prefix)                                                                                         \
  CLGROUP_FETCH(__space, plus, __type, __prefix##add)                                                                                      \
  CLGROUP_FETCH(__space, less, __type, __prefix##min)                                                                                      \
  CLGROUP_FETCH(__space, greater, __type, __prefix##max)                                                                                   \
  CLGROUP_FETCH(__space, bit_and, __type, __prefix##and)                                                                                   \
  CLGROUP_FETCH(__space, bit_xor, __type, __prefix##xor)                                                                                   \
  CLGROUP_FETCH(__space, bit_or, __type, __prefix##or)
#define CLGROUP_STORE(__space, __word, __function)                                                                                         \
  template <class __T> CLGROUP_INLINE void __store(volatile __space __word *__at, __T __x) {                                               \
    __word __bits;                                                                                                                         \
    __builtin_memcpy(&__bits, &__x, sizeof(__T));                                                                                          \
    __function(__at, __bits);                                                                                                              \
  }
#define CLGROUP_FETCH_ANY(__space, __word, __function)                                                                                     \
  template <class __T, class __F> CLGROUP_INLINE __T __fetch_any(volatile __space __word *__at, __T __x, __F __op) {                       \
    __word __now = __function(__at, 0, 0);                                                                                                 \
    for (__word __seen;; __now = __seen) {                                                                                                 \
      __T __old = __x, __made = __x;                                                                                                       \
      __builtin_memcpy(&__old, &__now, sizeof(__T));                                                                                       \
      __made = __op(__old, __x);                                                                                                           \
      __word __next;                                                                                                                       \
      __builtin_memcpy(&__next, &__made, sizeof(__T));                                                                                     \
      __seen = __function(__at, __now, __next);                                                                                            \
      if (__seen == __now)                                                                                                                 \
        return __old;                                                                                                                      \
    }                                                                                                                                      \
  }
#define CLGROUP_OF_SPACE(__space, __integer, __word, __prefix)                                                                             \
  CLGROUP_FETCHES(__space, __integer, __prefix)                                                                                            \
  CLGROUP_FETCHES(__space, __word, __prefix)                                                                                               \
  CLGROUP_FETCH_ANY(__space, __word, __prefix##cmpxchg)                                                                                    \
  CLGROUP_STORE(__space, __word, __prefix##xchg)
CLGROUP_OF_SPACE(__global, int, uint, atomic_)
CLGROUP_OF_SPACE(__local, int, uint, atomic_)
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
CLGROUP_OF_SPACE(__global, long, ulong, atom_)
CLGROUP_OF_SPACE(__local, long, ulong, atom_)
#endif
#undef CLGROUP_FETCH
#undef CLGROUP_FETCHES
#undef CLGROUP_FETCH_ANY
#undef CLGROUP_STORE
#undef CLGROUP_OF_SPACE

/* Where the value is: a pointer, or a reference of either space. */
#define CLGROUP_UPDATE(__space)                                                                                                            \
  template <class __Atomic> CLGROUP_INLINE auto __place_of(volatile __space __Atomic &__atomic) {                                          \
    return (volatile __space typename __held<__Atomic>::__value *)&__atomic;                                                               \
  }                                                                                                                                        \
  template <class __T, class __F> CLGROUP_INLINE __T __update(volatile __space __T *__at, __T __x, __F __op) {                             \
    if constexpr (__known<__T, __F>::__value)                                                                                              \
      return __fetch(__at, __x, __op);                                                                                                     \
    else                                                                                                                                   \
      return __fetch_any((volatile __space typename __bits_of<__T>::__word *)__at, __x, __op);                                             \
  }                                                                                                                                        \
  template <class __T> CLGROUP_INLINE void __store_at(volatile __space __T *__at, __T __x) {                                               \
    __store((volatile __space typename __bits_of<__T>::__word *)__at, __x);                                                                \
  }
CLGROUP_UPDATE(__global)
CLGROUP_UPDATE(__local)
#undef CLGROUP_UPDATE

template <class __T> CLGROUP_INLINE ::cuda::clgroup_reference<__T> __place_of(::cuda::clgroup_reference<__T> __atomic) {
  return __atomic;
}
template <class __T, class __F> CLGROUP_INLINE __T __update(::cuda::clgroup_reference<__T> __at, __T __x, __F __op) {
  return __at.clgroup_is_local ? __update(__at.clgroup_local, __x, __op) : __update(__at.clgroup_global, __x, __op);
}
template <class __T> CLGROUP_INLINE void __store_at(::cuda::clgroup_reference<__T> __at, __T __x) {
  __at.clgroup_is_local ? __store_at(__at.clgroup_local, __x) : __store_at(__at.clgroup_global, __x);
}

/* `__total`, in the last member, goes into the atomic once; what it held before is returned to all. */
template <class __Group, class __Place, class __T, class __F> CLGROUP_INLINE __T __update_once(__Group __group, __Place __at, __T __total, __F __op) {
  __T __old = __total;
  if (__group.thread_rank() == __group.num_members() - 1)
    __old = __update(__at, __total, __op);
  return __group.clgroup_last(__old);
}

/* All get the old value combined with the group's: the atomic's new one, if no other group comes between. */
template <class __Group, class __Place, class __T, class __F> CLGROUP_INLINE __T reduce_update(__Group __group, __Place __at, __T __x, __F __op) {
  const __T __total = reduce(__group, __x, __op);
  return __op(__update_once(__group, __at, __total, __op), __total);
}

/* The same without a result. */
template <class __Group, class __Place, class __T, class __F> CLGROUP_INLINE void reduce_update_async(__Group __group, __Place __at, __T __x, __F __op) {
  const __T __total = reduce(__group, __x, __op);
  if (__group.thread_rank() == 0)
    __update(__at, __total, __op);
}

/* The group's sum is what the atomic then holds. */
template <class __Group, class __Place, class __T, class __F> CLGROUP_INLINE void reduce_store_async(__Group __group, __Place __at, __T __x, __F __op) {
  const __T __total = reduce(__group, __x, __op);
  if (__group.thread_rank() == 0)
    __store_at(__at, __total);
}

template <class __Group, class __Place, class __T, class __F> CLGROUP_INLINE __T inclusive_scan_update(__Group __group, __Place __at, __T __x, __F __op) {
  const __T __up_to = inclusive_scan(__group, __x, __op);
  return __op(__update_once(__group, __at, __up_to, __op), __up_to);
}

/* The first member gets the old value. */
template <class __Group, class __Place, class __T, class __F> CLGROUP_INLINE __T exclusive_scan_update(__Group __group, __Place __at, __T __x, __F __op) {
  const __T __up_to = inclusive_scan(__group, __x, __op), __old = __update_once(__group, __at, __up_to, __op);
  const __T __before = __group.clgroup_shift(__up_to, __x);
  return __group.thread_rank() == 0 ? __old : (__T)__op(__old, __before);
}
} // namespace clgroup

/* For an atomic in each space, and for references; with an operator and without. */
#define CLGROUP_UPDATE(__result, __function, __held_by, __reference)                                                                       \
  template <class __Group, class __Atomic, class __T, class __F>                                                                           \
  CLGROUP_INLINE __result __function(__Group __group, __reference __atomic, __T __x, __F __op) {                                           \
    clgroup::__check_atomic<__held_by, __T>();                                                                                             \
    return clgroup::__function(__group, clgroup::__place_of(__atomic), __x, __op);                                                         \
  }                                                                                                                                        \
  template <class __Group, class __Atomic, class __T> CLGROUP_INLINE __result __function(__Group __group, __reference __atomic, __T __x) { \
    return __function(__group, __atomic, __x, plus<__T>());                                                                                \
  }
#define CLGROUP_UPDATES(__held_by, __reference)                                                                                            \
  CLGROUP_UPDATE(__T, reduce_update, __held_by, __reference)                                                                               \
  CLGROUP_UPDATE(void, reduce_update_async, __held_by, __reference)                                                                        \
  CLGROUP_UPDATE(void, reduce_store_async, __held_by, __reference)                                                                         \
  CLGROUP_UPDATE(__T, inclusive_scan_update, __held_by, __reference)                                                                       \
  CLGROUP_UPDATE(__T, exclusive_scan_update, __held_by, __reference)
CLGROUP_UPDATES(__Atomic, volatile __global __Atomic &)
CLGROUP_UPDATES(__Atomic, volatile __local __Atomic &)
CLGROUP_UPDATES(::cuda::clgroup_reference<__Atomic>, ::cuda::clgroup_reference<__Atomic>)
#undef CLGROUP_UPDATES
#undef CLGROUP_UPDATE

namespace clgroup {
template <class __Atomic> struct __no_reference {
  typedef void __type;
};
template <class __T, ::cuda::thread_scope __scope> struct __no_reference<::cuda::atomic_ref<__T, __scope>> {};
} // namespace clgroup
#define CLGROUP_NO_UPDATE(__function, __space)                                                                                             \
  template <class __Group, class __Atomic, class... __Others, class = typename clgroup::__no_reference<__Atomic>::__type>                  \
  void __function(__Group, volatile __space __Atomic &, __Others...) {                                                                     \
    static_assert(sizeof(__Group) == 0, "cooperative_groups: the atomic of an update is in global or local memory, and its reference "     \
                                      "says so: global atomic_int &counter");                                                              \
  }
#define CLGROUP_NO_UPDATES(__space)                                                                                                        \
  CLGROUP_NO_UPDATE(reduce_update, __space)                                                                                                \
  CLGROUP_NO_UPDATE(reduce_update_async, __space)                                                                                          \
  CLGROUP_NO_UPDATE(reduce_store_async, __space)                                                                                           \
  CLGROUP_NO_UPDATE(inclusive_scan_update, __space)                                                                                        \
  CLGROUP_NO_UPDATE(exclusive_scan_update, __space)
CLGROUP_NO_UPDATES(__private)
#ifdef __opencl_c_generic_address_space
CLGROUP_NO_UPDATES(__generic)
#endif
#undef CLGROUP_NO_UPDATES
#undef CLGROUP_NO_UPDATE

} // namespace cooperative_groups

#endif
