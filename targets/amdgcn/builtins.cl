#define CLGROUP_BUILTIN __attribute__((overloadable, always_inline))
size_t CLGROUP_BUILTIN __attribute__((const)) get_local_id(uint d) {
  return d == 0 ? __builtin_amdgcn_workitem_id_x() : d == 1 ? __builtin_amdgcn_workitem_id_y() : d == 2 ? __builtin_amdgcn_workitem_id_z() : 0;
}
size_t CLGROUP_BUILTIN __attribute__((const)) get_local_size(uint d) {
  return d == 0 ? __builtin_amdgcn_workgroup_size_x() : d == 1 ? __builtin_amdgcn_workgroup_size_y() : d == 2 ? __builtin_amdgcn_workgroup_size_z() : 1;
}
size_t CLGROUP_BUILTIN __attribute__((const)) get_group_id(uint d) {
  return d == 0 ? __builtin_amdgcn_workgroup_id_x() : d == 1 ? __builtin_amdgcn_workgroup_id_y() : d == 2 ? __builtin_amdgcn_workgroup_id_z() : 0;
}
size_t CLGROUP_BUILTIN __attribute__((const)) get_global_id(uint d) { return get_group_id(d) * get_local_size(d) + get_local_id(d); }
uint CLGROUP_BUILTIN __attribute__((const)) min(uint a, uint b) { return a < b ? a : b; }
uint CLGROUP_BUILTIN __attribute__((const)) max(uint a, uint b) { return a > b ? a : b; }
uint CLGROUP_BUILTIN __attribute__((const)) clz(uint a) { return a ? __builtin_clz(a) : 32; }
void CLGROUP_BUILTIN __attribute__((convergent)) barrier(cl_mem_fence_flags flags) {
  (void)flags;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
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
