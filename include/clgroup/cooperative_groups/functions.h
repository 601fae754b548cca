/* The functions of tiles and coalesced groups; part of <clgroup/cooperative_groups.h>. They take groups by value: by reference a group
 * in private memory and one behind a generic pointer would be two types of Group, whose functions have one name on nvptx64. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_FUNCTIONS_H
#define CLGROUP_COOPERATIVE_GROUPS_FUNCTIONS_H
#include <clgroup/cooperative_groups/thread_group.h>

namespace cooperative_groups {

template <class Group> CLGROUP_INLINE void sync(Group group) {
  group.sync();
}

template <class Group> CLGROUP_INLINE auto thread_rank(Group group) {
  return group.thread_rank();
}

template <class Group> CLGROUP_INLINE auto group_size(Group group) {
  return group.num_threads();
}

namespace clgroup {
/* A reference's address space. On nvptx64 a function of a private reference has the name of one of a generic reference: this, as a template
 * argument, makes two names of them. */
template <class T> struct space_of {
  enum { value = 0 };
};
#define CLGROUP_SPACE(space, number)                                                                                                       \
  template <class T> struct space_of<space T &> {                                                                                          \
    enum { value = number };                                                                                                               \
  };
CLGROUP_SPACE(__private, 1)
CLGROUP_SPACE(__global, 2)
CLGROUP_SPACE(__local, 3)
CLGROUP_SPACE(__constant, 4)
#undef CLGROUP_SPACE

constexpr int spaces_of() {
  return 0;
}
template <class... Spaces> constexpr int spaces_of(int first, Spaces... others) {
  return first + 5 * spaces_of(others...);
}
} // namespace clgroup

/* The member of rank 0 calls f(arguments...). */
template <class Group, class F, class... Arguments, int = clgroup::spaces_of(clgroup::space_of<F>::value, clgroup::space_of<Arguments>::value...)>
CLGROUP_INLINE void invoke_one(Group group, F &&f, Arguments &&...arguments) {
  if (group.thread_rank() == 0)
    static_cast<F &&>(f)(static_cast<Arguments &&>(arguments)...);
}

/* The same, and all members get the result: a value of a type that has a default constructor. */
template <class Group, class F, class... Arguments, int = clgroup::spaces_of(clgroup::space_of<F>::value, clgroup::space_of<Arguments>::value...)>
CLGROUP_INLINE auto invoke_one_broadcast(Group group, F &&f, Arguments &&...arguments) {
  constexpr bool has_result = !__is_void(decltype(f(static_cast<Arguments &&>(arguments)...)));
  static_assert(has_result, "cooperative_groups: invoke_one_broadcast is for functions with a result: use invoke_one for one that returns void");
  if constexpr (has_result) {
    decltype(clgroup::value_of(f(static_cast<Arguments &&>(arguments)...))) result{};
    if (group.thread_rank() == 0)
      result = static_cast<F &&>(f)(static_cast<Arguments &&>(arguments)...);
    return group.shfl(result, 0);
  }
}

namespace clgroup {
/* The groups that have reduces and scans. */
template <class Group> struct is_collective {
  enum { value = false };
};
template <unsigned N, class Parent> struct is_collective<thread_block_tile<N, Parent>> {
  enum { value = true };
};
template <> struct is_collective<coalesced_group> {
  enum { value = true };
};

template <class Group, class T, class F> CLGROUP_INLINE constexpr void check_collective() {
  static_assert(is_collective<Group>::value, "cooperative_groups: reduces and scans are for tiles and coalesced groups: make a tile of "
                                             "the block by tiled_partition<N>(block)");
  check_value<T>();
  check_operator<T, F>();
}
} // namespace clgroup

template <class Group, class T, class F> CLGROUP_INLINE T reduce(Group group, T x, F op) {
  clgroup::check_collective<Group, T, F>();
  return group.clgroup_reduce(x, op);
}
template <class Group, class T> CLGROUP_INLINE T reduce(Group group, T x) {
  return reduce(group, x, plus<T>());
}

template <class Group, class T, class F> CLGROUP_INLINE T inclusive_scan(Group group, T x, F op) {
  clgroup::check_collective<Group, T, F>();
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
  clgroup::check_collective<Group, T, F>();
  const T up_to = group.clgroup_inclusive(x, op);
  if constexpr (clgroup::is_integer_sum<T, F>::value)
    return (T)((typename clgroup::wrapping<T>::word)up_to - (typename clgroup::wrapping<T>::word)x);
  else
    return group.clgroup_shift(up_to, T());
}
template <class Group, class T> CLGROUP_INLINE T exclusive_scan(Group group, T x) {
  return exclusive_scan(group, x, plus<T>());
}

/* Copies, which the members share: all make the call. The bytes are those of whole elements; or `from` has `count` elements, and `to` room
 * for some. They have arrived for the members behind
 * wait(), as behind wait_prior(): a copy is complete when the call returns, for the work-item that made it. */
#define CLGROUP_COPY(to_space, from_space)                                                                                                 \
  template <class Group, class T>                                                                                                          \
  CLGROUP_INLINE void memcpy_async(Group group, to_space T *to, const from_space T *from, size_t bytes) {                                  \
    for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.num_members())                                                  \
      to[i] = from[i];                                                                                                                     \
  }                                                                                                                                        \
  template <class Group, class T>                                                                                                          \
  CLGROUP_INLINE void memcpy_async(Group group, to_space T *to, size_t room, const from_space T *from, size_t count) {                     \
    memcpy_async(group, to, from, (count < room ? count : room) * sizeof(T));                                                              \
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
