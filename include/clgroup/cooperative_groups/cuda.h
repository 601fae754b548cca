/* Names of CUDA's C++ library that go with its cooperative groups; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_CUDA_H
#define CLGROUP_COOPERATIVE_GROUPS_CUDA_H
#include <clgroup/group_facts.h>

namespace cuda {

/* A number of bytes for memcpy_async, of which CUDA makes use that they are aligned. */
template <size_t __Alignment> struct aligned_size_t {
  enum : size_t { align = __Alignment };
  size_t value;
  CLGROUP_INLINE constexpr aligned_size_t(size_t __bytes) : value(__bytes) {}
  CLGROUP_INLINE constexpr operator size_t() const {
    return value;
  }
};

/* For updates of a variable that is no atomic elsewhere. All scopes are the device: updates are relaxed. */
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

template <class __T> class clgroup_reference {
public:
  CLGROUP_INLINE clgroup_reference(volatile __global __T &__x) : clgroup_global(&__x), clgroup_local(0), clgroup_is_local(false) {}
  CLGROUP_INLINE clgroup_reference(volatile __local __T &__x) : clgroup_global(0), clgroup_local(&__x), clgroup_is_local(true) {}
  /* Not for programs. Where `clgroup_is_local` would be that the other one is null, LLVM would not know, and compile both. */
  volatile __global __T *clgroup_global;
  volatile __local __T *clgroup_local;
  bool clgroup_is_local;
};

template <class __T, thread_scope = thread_scope_system> class atomic_ref : public clgroup_reference<__T> {
public:
  using clgroup_reference<__T>::clgroup_reference;
};

} // namespace cuda

#endif
