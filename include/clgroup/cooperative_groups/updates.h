/* Updates of an atomic in global or local memory, relaxed; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_UPDATES_H
#define CLGROUP_COOPERATIVE_GROUPS_UPDATES_H
#include <clgroup/cooperative_groups/cuda.h>
#include <clgroup/cooperative_groups/functions.h>

namespace cooperative_groups {

namespace clgroup {
/* What an atomic holds. */
template <class Atomic> struct held {
  enum { is_known = false };
  typedef void value;
};
/* The bits of a value that an atomic may hold. */
template <class T> struct bits_of;
#define CLGROUP_HELD(atomic, type, bits)                                                                                                   \
  template <> struct held<atomic> {                                                                                                        \
    enum { is_known = true };                                                                                                              \
    typedef type value;                                                                                                                    \
  };                                                                                                                                       \
  template <> struct held<::cuda::clgroup_reference<type>> : held<atomic> {};                                                              \
  template <> struct bits_of<type> {                                                                                                       \
    typedef bits word;                                                                                                                     \
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

template <class Atomic, class T> CLGROUP_INLINE constexpr void check_atomic() {
  static_assert(held<Atomic>::is_known, "cooperative_groups: the atomic of an update is an atomic_int, atomic_uint or atomic_float, or, where "
                                        "the device has atomics of 64 bits, an atomic_long, atomic_ulong or atomic_double, or an atomic_ref of such a value");
  static_assert(!held<Atomic>::is_known || __is_same(T, typename held<Atomic>::value),
                "cooperative_groups: the value must be of the type that the atomic holds, as in CUDA: cast the value");
}

/* The functions of OpenCL C 1.x, which are relaxed and need no generic pointers. */
#define CLGROUP_FETCH(space, op, type, function)                                                                                           \
  CLGROUP_INLINE type fetch(volatile space type *at, type x, op<type>) {                                                                   \
    return function(at, x);                                                                                                                \
  }
#define CLGROUP_FETCHES(space, type, prefix)                                                                                               \
  CLGROUP_FETCH(space, plus, type, prefix##add)                                                                                            \
  CLGROUP_FETCH(space, less, type, prefix##min)                                                                                            \
  CLGROUP_FETCH(space, greater, type, prefix##max)                                                                                         \
  CLGROUP_FETCH(space, bit_and, type, prefix##and)                                                                                         \
  CLGROUP_FETCH(space, bit_xor, type, prefix##xor)                                                                                         \
  CLGROUP_FETCH(space, bit_or, type, prefix##or)
#define CLGROUP_STORE(space, word, function)                                                                                               \
  template <class T> CLGROUP_INLINE void store(volatile space word *at, T x) {                                                             \
    word bits;                                                                                                                             \
    __builtin_memcpy(&bits, &x, sizeof(T));                                                                                                \
    function(at, bits);                                                                                                                    \
  }
#define CLGROUP_FETCH_ANY(space, word, function)                                                                                           \
  template <class T, class F> CLGROUP_INLINE T fetch_any(volatile space word *at, T x, F op) {                                             \
    word now = function(at, 0, 0);                                                                                                         \
    for (word seen;; now = seen) {                                                                                                         \
      T old = x, made = x;                                                                                                                 \
      __builtin_memcpy(&old, &now, sizeof(T));                                                                                             \
      made = op(old, x);                                                                                                                   \
      word next;                                                                                                                           \
      __builtin_memcpy(&next, &made, sizeof(T));                                                                                           \
      seen = function(at, now, next);                                                                                                      \
      if (seen == now)                                                                                                                     \
        return old;                                                                                                                        \
    }                                                                                                                                      \
  }
#define CLGROUP_OF_SPACE(space, integer, word, prefix)                                                                                     \
  CLGROUP_FETCHES(space, integer, prefix)                                                                                                  \
  CLGROUP_FETCHES(space, word, prefix)                                                                                                     \
  CLGROUP_FETCH_ANY(space, word, prefix##cmpxchg)                                                                                          \
  CLGROUP_STORE(space, word, prefix##xchg)
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

/* Has the device an atomic function for it? */
template <class T, class F> struct is_native {
  enum { value = false };
};
#define CLGROUP_NATIVE(op)                                                                                                                 \
  template <> struct is_native<int, op<int>> {                                                                                             \
    enum { value = true };                                                                                                                 \
  };                                                                                                                                       \
  template <> struct is_native<uint, op<uint>> {                                                                                           \
    enum { value = true };                                                                                                                 \
  };                                                                                                                                       \
  template <> struct is_native<long, op<long>> {                                                                                           \
    enum { value = true };                                                                                                                 \
  };                                                                                                                                       \
  template <> struct is_native<ulong, op<ulong>> {                                                                                         \
    enum { value = true };                                                                                                                 \
  };
CLGROUP_NATIVE(plus)
CLGROUP_NATIVE(less)
CLGROUP_NATIVE(greater)
CLGROUP_NATIVE(bit_and)
CLGROUP_NATIVE(bit_xor)
CLGROUP_NATIVE(bit_or)
#undef CLGROUP_NATIVE

/* Where the value is: a pointer, or a reference of either space. */
#define CLGROUP_UPDATE(space)                                                                                                              \
  template <class Atomic> CLGROUP_INLINE auto place_of(volatile space Atomic &atomic) {                                                    \
    return (volatile space typename held<Atomic>::value *)&atomic;                                                                         \
  }                                                                                                                                        \
  template <class T, class F> CLGROUP_INLINE T update(volatile space T *at, T x, F op) {                                                   \
    if constexpr (is_native<T, F>::value)                                                                                                  \
      return fetch(at, x, op);                                                                                                             \
    else                                                                                                                                   \
      return fetch_any((volatile space typename bits_of<T>::word *)at, x, op);                                                             \
  }                                                                                                                                        \
  template <class T> CLGROUP_INLINE void store_at(volatile space T *at, T x) {                                                             \
    store((volatile space typename bits_of<T>::word *)at, x);                                                                              \
  }
CLGROUP_UPDATE(__global)
CLGROUP_UPDATE(__local)
#undef CLGROUP_UPDATE

template <class T> CLGROUP_INLINE ::cuda::clgroup_reference<T> place_of(::cuda::clgroup_reference<T> atomic) {
  return atomic;
}
template <class T, class F> CLGROUP_INLINE T update(::cuda::clgroup_reference<T> at, T x, F op) {
  return at.clgroup_is_local ? update(at.clgroup_local, x, op) : update(at.clgroup_global, x, op);
}
template <class T> CLGROUP_INLINE void store_at(::cuda::clgroup_reference<T> at, T x) {
  at.clgroup_is_local ? store_at(at.clgroup_local, x) : store_at(at.clgroup_global, x);
}

/* `total`, in the last member, goes into the atomic once; what it held before is returned to all. */
template <class Group, class Place, class T, class F> CLGROUP_INLINE T update_once(Group group, Place at, T total, F op) {
  T old = total;
  if (group.thread_rank() == group.num_members() - 1)
    old = update(at, total, op);
  return group.clgroup_last(old);
}

/* All get the old value combined with the group's: the atomic's new one, if no other group comes between. */
template <class Group, class Place, class T, class F> CLGROUP_INLINE T reduce_update(Group group, Place at, T x, F op) {
  const T total = reduce(group, x, op);
  return op(update_once(group, at, total, op), total);
}

/* The same without a result. */
template <class Group, class Place, class T, class F> CLGROUP_INLINE void reduce_update_async(Group group, Place at, T x, F op) {
  const T total = reduce(group, x, op);
  if (group.thread_rank() == 0)
    update(at, total, op);
}

/* The group's sum is what the atomic then holds. */
template <class Group, class Place, class T, class F> CLGROUP_INLINE void reduce_store_async(Group group, Place at, T x, F op) {
  const T total = reduce(group, x, op);
  if (group.thread_rank() == 0)
    store_at(at, total);
}

template <class Group, class Place, class T, class F> CLGROUP_INLINE T inclusive_scan_update(Group group, Place at, T x, F op) {
  const T up_to = inclusive_scan(group, x, op);
  return op(update_once(group, at, up_to, op), up_to);
}

/* The first member gets the old value. */
template <class Group, class Place, class T, class F> CLGROUP_INLINE T exclusive_scan_update(Group group, Place at, T x, F op) {
  const T up_to = inclusive_scan(group, x, op), old = update_once(group, at, up_to, op);
  const T before = group.clgroup_shift(up_to, x);
  return group.thread_rank() == 0 ? old : (T)op(old, before);
}
} // namespace clgroup

/* For an atomic in each space, and for references; with an operator and without. */
#define CLGROUP_UPDATE(result, function, held_by, reference)                                                                               \
  template <class Group, class Atomic, class T, class F>                                                                                   \
  CLGROUP_INLINE result function(Group group, reference atomic, T x, F op) {                                                               \
    clgroup::check_atomic<held_by, T>();                                                                                                   \
    return clgroup::function(group, clgroup::place_of(atomic), x, op);                                                                     \
  }                                                                                                                                        \
  template <class Group, class Atomic, class T> CLGROUP_INLINE result function(Group group, reference atomic, T x) {                       \
    return function(group, atomic, x, plus<T>());                                                                                          \
  }
#define CLGROUP_UPDATES(held_by, reference)                                                                                                \
  CLGROUP_UPDATE(T, reduce_update, held_by, reference)                                                                                     \
  CLGROUP_UPDATE(void, reduce_update_async, held_by, reference)                                                                            \
  CLGROUP_UPDATE(void, reduce_store_async, held_by, reference)                                                                             \
  CLGROUP_UPDATE(T, inclusive_scan_update, held_by, reference)                                                                             \
  CLGROUP_UPDATE(T, exclusive_scan_update, held_by, reference)
CLGROUP_UPDATES(Atomic, volatile __global Atomic &)
CLGROUP_UPDATES(Atomic, volatile __local Atomic &)
CLGROUP_UPDATES(::cuda::clgroup_reference<Atomic>, ::cuda::clgroup_reference<Atomic>)
#undef CLGROUP_UPDATES
#undef CLGROUP_UPDATE

namespace clgroup {
template <class Atomic> struct no_reference {
  typedef void type;
};
template <class T, ::cuda::thread_scope scope> struct no_reference<::cuda::atomic_ref<T, scope>> {};
} // namespace clgroup
#define CLGROUP_NO_UPDATE(function, space)                                                                                                 \
  template <class Group, class Atomic, class... Others, class = typename clgroup::no_reference<Atomic>::type>                              \
  void function(Group, volatile space Atomic &, Others...) {                         \
    static_assert(sizeof(Group) == 0, "cooperative_groups: the atomic of an update is in global or local memory, and its reference " \
                                      "says so: global atomic_int &counter");                                                              \
  }
#define CLGROUP_NO_UPDATES(space)                                                                                                          \
  CLGROUP_NO_UPDATE(reduce_update, space)                                                                                                  \
  CLGROUP_NO_UPDATE(reduce_update_async, space)                                                                                            \
  CLGROUP_NO_UPDATE(reduce_store_async, space)                                                                                             \
  CLGROUP_NO_UPDATE(inclusive_scan_update, space)                                                                                          \
  CLGROUP_NO_UPDATE(exclusive_scan_update, space)
CLGROUP_NO_UPDATES(__private)
#ifdef __opencl_c_generic_address_space
CLGROUP_NO_UPDATES(__generic)
#endif
#undef CLGROUP_NO_UPDATES
#undef CLGROUP_NO_UPDATE

} // namespace cooperative_groups

#endif
