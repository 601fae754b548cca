/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Updates of an atomic in global or local memory, relaxed; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_UPDATES_H
#define CLGROUP_COOPERATIVE_GROUPS_UPDATES_H
#include <clgroup/cooperative_groups/atomics.h>
#include <clgroup/cooperative_groups/functions.h>

namespace cooperative_groups {

namespace clgroup {
/* Combines `__total`, the last member's, into the atomic, once. Returns the atomic's old value to all members. */
template <class __Group, class __Place, class __T, class __F> CLGROUP_INLINE __T __update_once(__Group __group, __Place __at, __T __total, __F __op) {
  __T __old = __total;
  if (__group.thread_rank() == __group.num_members() - 1)
    __old = __update(__at, __total, __op);
  return __group.clgroup_last(__old);
}

/* All members get the old value combined with the group's: the atomic's new value, if no other group comes between. */
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

/* Stores the group's sum in the atomic. */
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
