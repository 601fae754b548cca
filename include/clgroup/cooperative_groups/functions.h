/* The functions of tiles and coalesced groups; part of <clgroup/cooperative_groups.h>. They take groups by value: by reference a group
 * in private memory and one behind a generic pointer would be two types of Group, whose functions have one name on nvptx64. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_FUNCTIONS_H
#define CLGROUP_COOPERATIVE_GROUPS_FUNCTIONS_H
#include <clgroup/cooperative_groups/thread_group.h>

namespace cooperative_groups {

template <class Group> CLGROUP_INLINE void sync(Group group) {
  group.sync();
}

/* The member of rank 0 calls f(arguments...). */
template <class Group, class F, class... Arguments> CLGROUP_INLINE void invoke_one(Group group, F f, Arguments... arguments) {
  if (group.thread_rank() == 0)
    f(arguments...);
}

/* The same, and all members get the result: a value of a type that has a default constructor. */
template <class Group, class F, class... Arguments> CLGROUP_INLINE auto invoke_one_broadcast(Group group, F f, Arguments... arguments) {
  decltype(f(arguments...)) result{};
  if (group.thread_rank() == 0)
    result = f(arguments...);
  return group.shfl(result, 0);
}

template <class Group, class T, class F> CLGROUP_INLINE T reduce(Group group, T x, F op) {
  clgroup::check_value<T>();
  return group.clgroup_reduce(x, op);
}
template <class Group, class T> CLGROUP_INLINE T reduce(Group group, T x) {
  return reduce(group, x, plus<T>());
}

template <class Group, class T, class F> CLGROUP_INLINE T inclusive_scan(Group group, T x, F op) {
  clgroup::check_value<T>();
  return group.clgroup_inclusive(x, op);
}
template <class Group, class T> CLGROUP_INLINE T inclusive_scan(Group group, T x) {
  return inclusive_scan(group, x, plus<T>());
}

namespace clgroup {
/* Sums that a subtraction takes an operand out of again: of integers, which wrap. */
template <class T, class F> struct is_integer_sum {
  enum { value = 0 };
};
template <class T> struct is_integer_sum<T, plus<T>> {
  enum { value = wrapping<T>::value };
};
} // namespace clgroup

/* The first member gets T(). */
template <class Group, class T, class F> CLGROUP_INLINE T exclusive_scan(Group group, T x, F op) {
  clgroup::check_value<T>();
  const T up_to = group.clgroup_inclusive(x, op);
  if constexpr (clgroup::is_integer_sum<T, F>::value)
    return (T)((typename clgroup::wrapping<T>::word)up_to - (typename clgroup::wrapping<T>::word)x);
  else
    return group.clgroup_shift(up_to, T());
}
template <class Group, class T> CLGROUP_INLINE T exclusive_scan(Group group, T x) {
  return exclusive_scan(group, x, plus<T>());
}

/* Copies, which the members share: all make the call. The bytes are those of whole elements. They have arrived for the members behind
 * wait(), as behind wait_prior(): a copy is complete when the call returns, for the work-item that made it. */
#define CLGROUP_COPY(to_space, from_space)                                                                                                 \
  template <class Group, class T>                                                                                                          \
  CLGROUP_INLINE void memcpy_async(Group group, to_space T *to, const from_space T *from, size_t bytes) {                                  \
    for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.num_threads())                                                  \
      to[i] = from[i];                                                                                                                     \
  }
CLGROUP_COPY(__local, __global)
CLGROUP_COPY(__global, __local)
CLGROUP_COPY(__local, __local)
CLGROUP_COPY(__global, __global)
#undef CLGROUP_COPY
template <class Group> CLGROUP_INLINE void wait(Group group) {
  group.sync();
}
template <unsigned Copies, class Group> CLGROUP_INLINE void wait_prior(Group group) {
  group.sync();
}

} // namespace cooperative_groups

#endif
