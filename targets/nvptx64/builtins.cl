/* OpenCL C's work-item functions, as far as the library needs them and kernels mostly do. */
#define CLGROUP_BUILTIN __attribute__((overloadable, always_inline))
#define CLGROUP_QUERY(name, sreg)                                                      \
  size_t CLGROUP_BUILTIN __attribute__((const)) name(uint dimension) {                 \
    return (uint)(dimension == 0   ? __nvvm_read_ptx_sreg_##sreg##_x()                  \
           : dimension == 1 ? __nvvm_read_ptx_sreg_##sreg##_y()                        \
           : dimension == 2 ? __nvvm_read_ptx_sreg_##sreg##_z()                        \
                            : CLGROUP_ELSE_##sreg);                                    \
  }
#define CLGROUP_ELSE_tid 0
#define CLGROUP_ELSE_ctaid 0
#define CLGROUP_ELSE_ntid 1
#define CLGROUP_ELSE_nctaid 1
CLGROUP_QUERY(get_local_id, tid)
CLGROUP_QUERY(get_local_size, ntid)
CLGROUP_QUERY(get_group_id, ctaid)
CLGROUP_QUERY(get_num_groups, nctaid)
size_t CLGROUP_BUILTIN __attribute__((const)) get_global_id(uint d) {
  return get_group_id(d) * get_local_size(d) + get_local_id(d);
}
size_t CLGROUP_BUILTIN __attribute__((const)) get_global_size(uint d) {
  return get_num_groups(d) * get_local_size(d);
}
uint CLGROUP_BUILTIN __attribute__((const)) min(uint a, uint b) { return a < b ? a : b; }
uint CLGROUP_BUILTIN __attribute__((const)) max(uint a, uint b) { return a > b ? a : b; }
uint CLGROUP_BUILTIN __attribute__((const)) clz(uint a) { return a ? __builtin_clz(a) : 32; }
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

uint CLGROUP_BUILTIN __attribute__((const)) get_work_dim(void) { return 3; }

size_t CLGROUP_BUILTIN __attribute__((const)) get_global_offset(uint dimension) {
  (void)dimension;
  return 0; /* CUDA has no offsets */
}

/* Launches are of equal work-groups. */
size_t CLGROUP_BUILTIN __attribute__((const)) get_enqueued_local_size(uint dimension) {
  return get_local_size(dimension);
}
