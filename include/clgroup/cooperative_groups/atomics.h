/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Atomics in global or local memory: OpenCL's for updates, and CUDA's classes of them; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_ATOMICS_H
#define CLGROUP_COOPERATIVE_GROUPS_ATOMICS_H
#include <clgroup/cooperative_groups/cuda.h>
#include <clgroup/cooperative_groups/values.h>

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
template <class __T> using __word_of = typename __bits_of<__T>::__word;
template <class __T> CLGROUP_INLINE __word_of<__T> __to_bits(__T __x) {
  __word_of<__T> __bits;
  __builtin_memcpy(&__bits, &__x, sizeof(__T));
  return __bits;
}
template <class __T> CLGROUP_INLINE __T __of_bits(__word_of<__T> __bits) {
  __T __x;
  __builtin_memcpy(&__x, &__bits, sizeof(__T));
  return __x;
}
/* The constant's name may be missing. */
#define CLGROUP_DEVICE_SCOPE ((memory_scope)__OPENCL_MEMORY_SCOPE_DEVICE)
#define CLGROUP_OF_SPACE(__space, __integer, __word, __prefix)                                                                             \
  CLGROUP_FETCHES(__space, __integer, __prefix)                                                                                            \
  CLGROUP_FETCHES(__space, __word, __prefix)                                                                                               \
  CLGROUP_INLINE __word __load_word(volatile __space __word *__at) {                                                                       \
    return atomic_load_explicit((volatile __space atomic_##__word *)__at, ::memory_order_relaxed, CLGROUP_DEVICE_SCOPE);                   \
  }                                                                                                                                        \
  CLGROUP_INLINE void __store_word(volatile __space __word *__at, __word __x) {                                                            \
    atomic_store_explicit((volatile __space atomic_##__word *)__at, __x, ::memory_order_relaxed, CLGROUP_DEVICE_SCOPE);                    \
  }                                                                                                                                        \
  CLGROUP_INLINE __word __exchange_word(volatile __space __word *__at, __word __x) {                                                       \
    return __prefix##xchg(__at, __x);                                                                                                      \
  }                                                                                                                                        \
  CLGROUP_INLINE __word __compare_word(volatile __space __word *__at, __word __was, __word __x) {                                          \
    return __prefix##cmpxchg(__at, __was, __x);                                                                                            \
  }
CLGROUP_OF_SPACE(__global, int, uint, atomic_)
CLGROUP_OF_SPACE(__local, int, uint, atomic_)
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
CLGROUP_OF_SPACE(__global, long, ulong, atom_)
CLGROUP_OF_SPACE(__local, long, ulong, atom_)
#endif
#undef CLGROUP_FETCH
#undef CLGROUP_FETCHES
#undef CLGROUP_OF_SPACE

/* Where the value is: a pointer, or a reference of either space. */
#define CLGROUP_UPDATE(__space)                                                                                                            \
  template <class __Atomic> CLGROUP_INLINE auto __place_of(volatile __space __Atomic &__atomic) {                                          \
    return (volatile __space typename __held<__Atomic>::__value *)&__atomic;                                                               \
  }                                                                                                                                        \
  template <class __T> CLGROUP_INLINE volatile __space __word_of<__T> *__word_at(volatile __space __T *__at) {                             \
    return (volatile __space __word_of<__T> *)__at;                                                                                        \
  }                                                                                                                                        \
  template <class __T, class __F> CLGROUP_INLINE __T __update(volatile __space __T *__at, __T __x, __F __op) {                             \
    if constexpr (__known<__T, __F>::__value) {                                                                                            \
      return __fetch(__at, __x, __op);                                                                                                     \
    } else {                                                                                                                               \
      __word_of<__T> __now = __compare_word(__word_at(__at), 0, 0);                                                                        \
      for (__word_of<__T> __seen;; __now = __seen) {                                                                                       \
        const __T __old = __of_bits<__T>(__now), __made = __op(__old, __x);                                                                \
        __seen = __compare_word(__word_at(__at), __now, __to_bits(__made));                                                                \
        if (__seen == __now)                                                                                                               \
          return __old;                                                                                                                    \
      }                                                                                                                                    \
    }                                                                                                                                      \
  }                                                                                                                                        \
  template <class __T> CLGROUP_INLINE __T __load_at(volatile __space __T *__at) {                                                          \
    return __of_bits<__T>(__load_word(__word_at(__at)));                                                                                   \
  }                                                                                                                                        \
  template <class __T> CLGROUP_INLINE void __store_at(volatile __space __T *__at, __T __x) {                                               \
    __store_word(__word_at(__at), __to_bits(__x));                                                                                         \
  }                                                                                                                                        \
  template <class __T> CLGROUP_INLINE __T __exchange_at(volatile __space __T *__at, __T __x) {                                             \
    return __of_bits<__T>(__exchange_word(__word_at(__at), __to_bits(__x)));                                                               \
  }                                                                                                                                        \
  template <class __T> CLGROUP_INLINE __T __compare_at(volatile __space __T *__at, __T __was, __T __x) {                                   \
    return __of_bits<__T>(__compare_word(__word_at(__at), __to_bits(__was), __to_bits(__x)));                                              \
  }
CLGROUP_UPDATE(__global)
CLGROUP_UPDATE(__local)
#undef CLGROUP_UPDATE

/* Of floats not 0 - x: 0 - 0.0 is 0.0, which makes 0.0 of -0.0. */
template <class __T> CLGROUP_INLINE __T __negated(__T __x) {
  if constexpr (__wrapping<__T>::__value)
    return (__T)(0 - (typename __wrapping<__T>::__word)__x);
  else
    return -__x;
}

template <class __T> CLGROUP_INLINE ::cuda::clgroup_reference<__T> __place_of(::cuda::clgroup_reference<__T> __atomic) {
  return __atomic;
}
template <class __T, class __F> CLGROUP_INLINE __T __update(::cuda::clgroup_reference<__T> __at, __T __x, __F __op) {
  return __at.clgroup_is_local ? __update(__at.clgroup_local, __x, __op) : __update(__at.clgroup_global, __x, __op);
}
template <class __T> CLGROUP_INLINE __T __load_at(::cuda::clgroup_reference<__T> __at) {
  return __at.clgroup_is_local ? __load_at(__at.clgroup_local) : __load_at(__at.clgroup_global);
}
template <class __T> CLGROUP_INLINE void __store_at(::cuda::clgroup_reference<__T> __at, __T __x) {
  __at.clgroup_is_local ? __store_at(__at.clgroup_local, __x) : __store_at(__at.clgroup_global, __x);
}
template <class __T> CLGROUP_INLINE __T __exchange_at(::cuda::clgroup_reference<__T> __at, __T __x) {
  return __at.clgroup_is_local ? __exchange_at(__at.clgroup_local, __x) : __exchange_at(__at.clgroup_global, __x);
}
/* Compare and exchange: stores `__x` if the value is `__was`, and returns the old value. */
template <class __T> CLGROUP_INLINE __T __compare_at(::cuda::clgroup_reference<__T> __at, __T __was, __T __x) {
  return __at.clgroup_is_local ? __compare_at(__at.clgroup_local, __was, __x) : __compare_at(__at.clgroup_global, __was, __x);
}
} // namespace clgroup
} // namespace cooperative_groups

namespace cuda {

/* The functions of OpenCL C 1.x are relaxed: fences order the rest. */
template <thread_scope __scope> CLGROUP_INLINE void clgroup_fence(bool __is_needed, bool __is_total) {
  constexpr auto __reach = __scope == thread_scope_block ? memory_scope_work_group : CLGROUP_DEVICE_SCOPE;
  if (__scope == thread_scope_thread || !__is_needed)
    return;
#ifdef __opencl_c_atomic_order_seq_cst
  if (__is_total) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, ::memory_order_seq_cst, __reach);
    return;
  }
#endif
  (void)__is_total;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, ::memory_order_acq_rel, __reach);
}
template <thread_scope __scope> CLGROUP_INLINE void clgroup_before(int __order) {
  clgroup_fence<__scope>(__order >= memory_order_release, __order == memory_order_seq_cst);
}
template <thread_scope __scope> CLGROUP_INLINE void clgroup_after(int __order) {
  clgroup_fence<__scope>(__order != memory_order_relaxed && __order != memory_order_release, __order == memory_order_seq_cst);
}

/* The member functions, of an object that `clgroup_here()` refers to; `__qualified` are their qualifiers. An order may also be OpenCL's
 * constant. */
#define CLGROUP_WITH_ORDER(__type, __expression)                                                                                           \
  clgroup_before<__scope>(__order);                                                                                                        \
  __type __got = ::cooperative_groups::clgroup::__expression;                                                                              \
  clgroup_after<__scope>(__order);                                                                                                         \
  return __got
#define CLGROUP_FETCH(__name, __op, __value, __qualified)                                                                                  \
  CLGROUP_INLINE __T fetch_##__name(__T __x, int __order = memory_order_seq_cst) __qualified {                                             \
    CLGROUP_WITH_ORDER(__T, __update(clgroup_here(), (__T)(__value), ::cooperative_groups::__op<__T>()));                                  \
  }
#define CLGROUP_ASSIGN(__sign, __name, __qualified)                                                                                        \
  CLGROUP_INLINE __T operator __sign##=(__T __x) __qualified {                                                                             \
    return (__T)(fetch_##__name(__x) __sign __x);                                                                                          \
  }
#define CLGROUP_STEP(__sign, __name, __qualified)                                                                                          \
  CLGROUP_INLINE __T operator __sign##__sign() __qualified {                                                                               \
    return (__T)(fetch_##__name(1) __sign 1);                                                                                              \
  }                                                                                                                                        \
  CLGROUP_INLINE __T operator __sign##__sign(int) __qualified {                                                                            \
    return fetch_##__name(1);                                                                                                              \
  }
#define CLGROUP_COMPARE(__strength, __qualified)                                                                                           \
  CLGROUP_INLINE bool compare_exchange_##__strength(__private __T &__was, __T __x, int __order = memory_order_seq_cst) __qualified {       \
    return clgroup_compare(__was, __x, __order);                                                                                           \
  }                                                                                                                                        \
  CLGROUP_INLINE bool compare_exchange_##__strength(__private __T &__was, __T __x, int __order, int) __qualified {                         \
    return clgroup_compare(__was, __x, __order);                                                                                           \
  }
#define CLGROUP_ATOMIC_FUNCTIONS(__qualified)                                                                                              \
  CLGROUP_INLINE __T load(int __order = memory_order_seq_cst) __qualified {                                                                \
    CLGROUP_WITH_ORDER(__T, __load_at(clgroup_here()));                                                                                    \
  }                                                                                                                                        \
  CLGROUP_INLINE __T exchange(__T __x, int __order = memory_order_seq_cst) __qualified {                                                   \
    CLGROUP_WITH_ORDER(__T, __exchange_at(clgroup_here(), __x));                                                                           \
  }                                                                                                                                        \
  CLGROUP_INLINE void store(__T __x, int __order = memory_order_seq_cst) __qualified {                                                     \
    clgroup_before<__scope>(__order);                                                                                                      \
    ::cooperative_groups::clgroup::__store_at(clgroup_here(), __x);                                                                        \
    clgroup_after<__scope>(__order);                                                                                                       \
  }                                                                                                                                        \
  CLGROUP_COMPARE(strong, __qualified)                                                                                                     \
  CLGROUP_COMPARE(weak, __qualified)                                                                                                       \
  CLGROUP_FETCH(add, plus, __x, __qualified)                                                                                               \
  CLGROUP_FETCH(sub, plus, ::cooperative_groups::clgroup::__negated(__x), __qualified)                                                     \
  CLGROUP_FETCH(min, less, __x, __qualified)                                                                                               \
  CLGROUP_FETCH(max, greater, __x, __qualified)                                                                                            \
  CLGROUP_FETCH(and, bit_and, __x, __qualified)                                                                                            \
  CLGROUP_FETCH(or, bit_or, __x, __qualified)                                                                                              \
  CLGROUP_FETCH(xor, bit_xor, __x, __qualified)                                                                                            \
  CLGROUP_ASSIGN(+, add, __qualified)                                                                                                      \
  CLGROUP_ASSIGN(-, sub, __qualified)                                                                                                      \
  CLGROUP_ASSIGN(&, and, __qualified)                                                                                                      \
  CLGROUP_ASSIGN(|, or, __qualified)                                                                                                       \
  CLGROUP_ASSIGN(^, xor, __qualified)                                                                                                      \
  CLGROUP_STEP(+, add, __qualified)                                                                                                        \
  CLGROUP_STEP(-, sub, __qualified)                                                                                                        \
  CLGROUP_INLINE __T operator=(__T __x) __qualified {                                                                                      \
    store(__x);                                                                                                                            \
    return __x;                                                                                                                            \
  }                                                                                                                                        \
  CLGROUP_INLINE operator __T() __qualified {                                                                                              \
    return load();                                                                                                                         \
  }                                                                                                                                        \
                                                                                                                                           \
private:                                                                                                                                   \
  CLGROUP_INLINE bool clgroup_compare(__private __T &__was, __T __x, int __order) __qualified {                                            \
    clgroup_before<__scope>(__order);                                                                                                      \
    const __T __wanted = __was;                                                                                                            \
    __was = ::cooperative_groups::clgroup::__compare_at(clgroup_here(), __wanted, __x);                                                    \
    clgroup_after<__scope>(__order);                                                                                                       \
    return ::cooperative_groups::clgroup::__to_bits(__was) == ::cooperative_groups::clgroup::__to_bits(__wanted);                          \
  }                                                                                                                                        \
                                                                                                                                           \
public:

template <class __T, thread_scope __scope = thread_scope_system> class atomic_ref : public clgroup_reference<__T> {
public:
  using value_type = __T;
  using clgroup_reference<__T>::clgroup_reference;
  CLGROUP_ATOMIC_FUNCTIONS(const)

private:
  CLGROUP_INLINE clgroup_reference<__T> clgroup_here() const {
    return *this;
  }
};
template <class __T> atomic_ref(volatile __global __T &) -> atomic_ref<__T>;
template <class __T> atomic_ref(volatile __local __T &) -> atomic_ref<__T>;

/* A variable in global or local memory. */
template <class __T, thread_scope __scope = thread_scope_system> class atomic {
public:
  using value_type = __T;
  atomic() = default;
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  CLGROUP_ATOMIC_FUNCTIONS(volatile __global)
  CLGROUP_ATOMIC_FUNCTIONS(volatile __local)

private:
  __T clgroup_value;
  CLGROUP_INLINE clgroup_reference<__T> clgroup_here() volatile __global {
    return clgroup_value;
  }
  CLGROUP_INLINE clgroup_reference<__T> clgroup_here() volatile __local {
    return clgroup_value;
  }
};
/* A kernel may have pointers to these as arguments. clang accepts that only if the classes are complete here. */
#define CLGROUP_COMPLETE(__type)                                                                                                           \
  static_assert(sizeof(atomic<__type, thread_scope_system>) == sizeof(__type) && sizeof(atomic<__type, thread_scope_device>) == sizeof(__type) && \
                sizeof(atomic<__type, thread_scope_block>) == sizeof(__type) && sizeof(atomic<__type, thread_scope_thread>) == sizeof(__type), "");
CLGROUP_COMPLETE(int)
CLGROUP_COMPLETE(uint)
CLGROUP_COMPLETE(float)
CLGROUP_COMPLETE(long)
CLGROUP_COMPLETE(ulong)
#ifdef cl_khr_fp64
CLGROUP_COMPLETE(double)
#endif
#undef CLGROUP_COMPLETE
#undef CLGROUP_DEVICE_SCOPE
#undef CLGROUP_ATOMIC_FUNCTIONS
#undef CLGROUP_WITH_ORDER
#undef CLGROUP_FETCH
#undef CLGROUP_ASSIGN
#undef CLGROUP_STEP
#undef CLGROUP_COMPARE

} // namespace cuda

namespace cooperative_groups {
namespace clgroup {
template <class __T, ::cuda::thread_scope __scope> struct __held<::cuda::atomic<__T, __scope>> : __held<::cuda::clgroup_reference<__T>> {};
} // namespace clgroup
} // namespace cooperative_groups

#endif
