/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of CUDA's C++ library that go with its cooperative groups; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_CUDA_H
#define CLGROUP_COOPERATIVE_GROUPS_CUDA_H
#include <clgroup/group_facts.h>

namespace cuda {

/* A number of bytes for memcpy_async. CUDA uses the promise that they are aligned; clgroup does not need it. */
template <size_t __Alignment> struct aligned_size_t {
  enum : size_t { align = __Alignment };
  size_t value;
  CLGROUP_INLINE constexpr aligned_size_t(size_t __bytes) : value(__bytes) {}
  CLGROUP_INLINE constexpr operator size_t() const {
    return value;
  }
};

/* The scope of an order; the scope of the system is that of the device. */
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

/* The address space of a variable that is used as an atomic. */
template <class __T> class clgroup_reference {
public:
  CLGROUP_INLINE clgroup_reference(volatile __global __T &__x) : clgroup_global(&__x), clgroup_local(0), clgroup_is_local(false) {}
  CLGROUP_INLINE clgroup_reference(volatile __local __T &__x) : clgroup_global(0), clgroup_local(&__x), clgroup_is_local(true) {}
  /* Not for programs. A flag in place of a test for a null pointer: LLVM could not decide the test, and would compile both cases. */
  volatile __global __T *clgroup_global;
  volatile __local __T *clgroup_local;
  bool clgroup_is_local;
};

enum memory_order {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_consume = __ATOMIC_CONSUME,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
};
namespace std {
using namespace ::cuda;
}

} // namespace cuda

#endif
