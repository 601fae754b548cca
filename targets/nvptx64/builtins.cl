// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenCL C's work-item functions, barrier and atomics, as far as the library and most kernels need them. */
#include <lowering.h>

uint __attribute__((const)) CLGROUP_HAS_OFFSETS(void);

#define CLGROUP_BUILTIN __attribute__((overloadable, always_inline))
#define CLGROUP_QUERY __attribute__((overloadable, always_inline, const))

#define CLGROUP_SPECIAL_REGISTER(name, register, beyond)                                                               \
  size_t CLGROUP_QUERY name(uint dimension) {                                                                          \
    return (uint)(dimension == 0   ? __nvvm_read_ptx_sreg_##register##_x()                                             \
                  : dimension == 1 ? __nvvm_read_ptx_sreg_##register##_y()                                             \
                  : dimension == 2 ? __nvvm_read_ptx_sreg_##register##_z()                                             \
                                   : beyond);                                                                          \
  }
CLGROUP_SPECIAL_REGISTER(get_local_id, tid, 0)
CLGROUP_SPECIAL_REGISTER(get_local_size, ntid, 1)
CLGROUP_SPECIAL_REGISTER(clgroup_block, ctaid, 0)
CLGROUP_SPECIAL_REGISTER(clgroup_blocks, nctaid, 1)

/* NVIDIA's OpenCL passes the launch's parameters in registers that PTX reserves for drivers (%envreg), as its own compiler reads them;
 * clang has no functions for these. A launch may be split into several grids, which run one after another. CUDA has neither these
 * registers nor offsets. */
#define CLGROUP_DRIVER_REGISTER(n) uint __attribute__((const)) clgroup_envreg##n(void) __asm__("llvm.nvvm.read.ptx.sreg.envreg" #n);
#define CLGROUP_DRIVER_REGISTERS(name, x, y, z, beyond)                                                                \
  CLGROUP_DRIVER_REGISTER(x) CLGROUP_DRIVER_REGISTER(y) CLGROUP_DRIVER_REGISTER(z)                                     \
  uint CLGROUP_QUERY name(uint dimension) {                                                                            \
    return dimension == 0   ? clgroup_envreg##x()                                                                      \
           : dimension == 1 ? clgroup_envreg##y()                                                                      \
           : dimension == 2 ? clgroup_envreg##z()                                                                      \
                            : beyond;                                                                                  \
  }
CLGROUP_DRIVER_REGISTERS(clgroup_first_group, 0, 1, 2, 0)
CLGROUP_DRIVER_REGISTERS(clgroup_first_id, 3, 4, 5, 0) /* the offset, and the items of the groups before the first */
CLGROUP_DRIVER_REGISTERS(clgroup_all_groups, 6, 7, 8, 1)
CLGROUP_DRIVER_REGISTER(9) /* dimensions */

size_t CLGROUP_QUERY get_group_id(uint dimension) {
  return clgroup_block(dimension) + (CLGROUP_HAS_OFFSETS() ? clgroup_first_group(dimension) : 0);
}

size_t CLGROUP_QUERY get_num_groups(uint dimension) {
  return CLGROUP_HAS_OFFSETS() ? clgroup_all_groups(dimension) : clgroup_blocks(dimension);
}

size_t CLGROUP_QUERY get_global_offset(uint dimension) {
  return CLGROUP_HAS_OFFSETS()
             ? clgroup_first_id(dimension) - clgroup_first_group(dimension) * (uint)get_local_size(dimension)
             : 0;
}

size_t CLGROUP_QUERY get_global_id(uint dimension) {
  return clgroup_block(dimension) * get_local_size(dimension) + get_local_id(dimension) +
         (CLGROUP_HAS_OFFSETS() ? clgroup_first_id(dimension) : 0);
}

size_t CLGROUP_QUERY get_global_size(uint dimension) {
  return get_num_groups(dimension) * get_local_size(dimension);
}

/* All work-groups of a launch have the same size. */
size_t CLGROUP_QUERY get_enqueued_local_size(uint dimension) {
  return get_local_size(dimension);
}

/* CUDA's launches all have three dimensions. */
uint CLGROUP_QUERY get_work_dim(void) {
  return CLGROUP_HAS_OFFSETS() ? clgroup_envreg9() : 3;
}

void CLGROUP_BUILTIN __attribute__((convergent)) barrier(cl_mem_fence_flags flags) {
  (void)flags;
  __syncthreads();
}

/* OpenCL C 1.2's atomics on local memory. */
#define CLGROUP_ATOMIC(name, builtin, type)                                                                            \
  type CLGROUP_BUILTIN name(volatile local type *p, type x) {                                                          \
    return builtin(p, x);                                                                                              \
  }
#define CLGROUP_ATOMICS(name, builtin) CLGROUP_ATOMIC(name, builtin, int) CLGROUP_ATOMIC(name, builtin, uint)
CLGROUP_ATOMICS(atomic_add, __sync_fetch_and_add)
CLGROUP_ATOMICS(atomic_and, __sync_fetch_and_and)
CLGROUP_ATOMICS(atomic_or, __sync_fetch_and_or)
CLGROUP_ATOMICS(atomic_xor, __sync_fetch_and_xor)
CLGROUP_ATOMICS(atomic_xchg, __sync_lock_test_and_set)
CLGROUP_ATOMIC(atomic_min, __sync_fetch_and_min, int)
CLGROUP_ATOMIC(atomic_max, __sync_fetch_and_max, int)
CLGROUP_ATOMIC(atomic_min, __sync_fetch_and_umin, uint)
CLGROUP_ATOMIC(atomic_max, __sync_fetch_and_umax, uint)
