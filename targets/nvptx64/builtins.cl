/* OpenCL C's work-item functions, barrier and atomics, as far as the library needs them and kernels mostly do. */
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
CLGROUP_SPECIAL_REGISTER(get_group_id, ctaid, 0)
CLGROUP_SPECIAL_REGISTER(get_num_groups, nctaid, 1)

/* clang has no functions for these. */
uint __attribute__((const)) clgroup_envreg3(void) __asm__("llvm.nvvm.read.ptx.sreg.envreg3");
uint __attribute__((const)) clgroup_envreg4(void) __asm__("llvm.nvvm.read.ptx.sreg.envreg4");
uint __attribute__((const)) clgroup_envreg5(void) __asm__("llvm.nvvm.read.ptx.sreg.envreg5");

/* NVIDIA's OpenCL has the launch's offset in registers that PTX leaves to drivers; CUDA has no offsets. */
size_t CLGROUP_QUERY get_global_offset(uint dimension) {
  if (!CLGROUP_HAS_OFFSETS())
    return 0;
  return (uint)(dimension == 0   ? clgroup_envreg3()
                : dimension == 1 ? clgroup_envreg4()
                : dimension == 2 ? clgroup_envreg5()
                                 : 0);
}

size_t CLGROUP_QUERY get_global_id(uint dimension) {
  return get_group_id(dimension) * get_local_size(dimension) + get_local_id(dimension) + get_global_offset(dimension);
}

size_t CLGROUP_QUERY get_global_size(uint dimension) {
  return get_num_groups(dimension) * get_local_size(dimension);
}

/* Launches are of equal work-groups. */
size_t CLGROUP_QUERY get_enqueued_local_size(uint dimension) {
  return get_local_size(dimension);
}

/* CUDA's launches all have three dimensions. */
uint CLGROUP_QUERY get_work_dim(void) {
  return 3;
}

uint CLGROUP_QUERY min(uint a, uint b) {
  return a < b ? a : b;
}

uint CLGROUP_QUERY max(uint a, uint b) {
  return a > b ? a : b;
}

uint CLGROUP_QUERY clz(uint x) {
  return x == 0 ? 32 : (uint)__builtin_clz(x);
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
