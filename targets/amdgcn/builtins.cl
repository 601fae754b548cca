// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The built-in functions of OpenCL C that the library and most kernels need: clang defines none for this target.
 *
 * The launch's parameters are in the dispatch packet up to code object version 4; from version 5 on, clang's default
 * since LLVM 18, in hidden arguments behind the kernel's own ("User Guide for AMDGPU Backend", LLVM). */
#define CLGROUP_BUILTIN __attribute__((overloadable, always_inline))
#define CLGROUP_QUERY __attribute__((overloadable, always_inline, const))

#define CLGROUP_BY_DIMENSION(d, name, otherwise)                                                                       \
  ((d) == 0   ? __builtin_amdgcn_##name##_x()                                                                          \
   : (d) == 1 ? __builtin_amdgcn_##name##_y()                                                                          \
   : (d) == 2 ? __builtin_amdgcn_##name##_z()                                                                          \
              : (otherwise))

size_t CLGROUP_QUERY get_local_id(uint d) {
  return CLGROUP_BY_DIMENSION(d, workitem_id, 0);
}

size_t CLGROUP_QUERY get_group_id(uint d) {
  return CLGROUP_BY_DIMENSION(d, workgroup_id, 0);
}

#if __clang_major__ >= 18

struct clgroup_launch {
  uint full_groups[3];
  ushort group_size[3], remainder[3]; /* remainder: the size of a smaller last work-group; 0: there is none */
  uint reserved[4];
  ulong offset[3];
  ushort dimensions;
};

static inline const constant struct clgroup_launch *__attribute__((always_inline)) clgroup_launch(void) {
  return (const constant struct clgroup_launch *)__builtin_amdgcn_implicitarg_ptr();
}

size_t CLGROUP_QUERY get_enqueued_local_size(uint d) {
  return d < 3 ? clgroup_launch()->group_size[d] : 1;
}

size_t CLGROUP_QUERY get_local_size(uint d) {
  if (d < 3 && (uint)get_group_id(d) >= clgroup_launch()->full_groups[d])
    return clgroup_launch()->remainder[d];
  return get_enqueued_local_size(d);
}

size_t CLGROUP_QUERY get_num_groups(uint d) {
  return d < 3 ? clgroup_launch()->full_groups[d] + (clgroup_launch()->remainder[d] != 0) : 1;
}

size_t CLGROUP_QUERY get_global_size(uint d) {
  return d < 3 ? clgroup_launch()->full_groups[d] * (uint)get_enqueued_local_size(d) + clgroup_launch()->remainder[d]
               : 1;
}

size_t CLGROUP_QUERY get_global_offset(uint d) {
  return d < 3 ? clgroup_launch()->offset[d] : 0;
}

uint CLGROUP_QUERY get_work_dim(void) {
  return clgroup_launch()->dimensions;
}

#else

struct clgroup_packet {
  ushort header, setup, group_size[3], reserved;
  uint global_size[3];
};

static inline const constant struct clgroup_packet *__attribute__((always_inline)) clgroup_packet(void) {
  return (const constant struct clgroup_packet *)__builtin_amdgcn_dispatch_ptr();
}

size_t CLGROUP_QUERY get_global_size(uint d) {
  return d < 3 ? clgroup_packet()->global_size[d] : 1;
}

size_t CLGROUP_QUERY get_enqueued_local_size(uint d) {
  return d < 3 ? clgroup_packet()->group_size[d] : 1;
}

size_t CLGROUP_QUERY get_local_size(uint d) {
  const uint size = (uint)get_enqueued_local_size(d), left = (uint)get_global_size(d) - (uint)get_group_id(d) * size;
  return left < size ? left : size;
}

size_t CLGROUP_QUERY get_num_groups(uint d) {
  const uint size = (uint)get_enqueued_local_size(d), items = (uint)get_global_size(d);
  const uint full = items / size;
  return full + (full * size != items);
}

size_t CLGROUP_QUERY get_global_offset(uint d) {
  return d < 3 ? ((const constant ulong *)__builtin_amdgcn_implicitarg_ptr())[d] : 0;
}

uint CLGROUP_QUERY get_work_dim(void) {
  return clgroup_packet()->setup & 3;
}

#endif

size_t CLGROUP_QUERY get_global_id(uint d) {
  return (uint)get_group_id(d) * (uint)get_enqueued_local_size(d) + (uint)get_local_id(d) + get_global_offset(d);
}

/* The barrier instruction orders local memory, so a fence of the wave suffices there: it is no instruction, and keeps
 * the compiler from reordering. Only clang 19 and later have a fence that does not wait for global memory. (In earlier
 * ones "workgroup-one-as" omits the wait for local memory as well.) */
void CLGROUP_BUILTIN __attribute__((convergent)) barrier(cl_mem_fence_flags flags) {
  const bool only_local = flags == CLK_LOCAL_MEM_FENCE;
#if __clang_major__ >= 19
  if (only_local)
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local");
  else
#endif
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  if (only_local)
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
  else
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

#define CLGROUP_ATOMIC(name, builtin)                                                                                  \
  int CLGROUP_BUILTIN name(volatile local int *p, int x) {                                                             \
    return builtin(p, x, __ATOMIC_RELAXED);                                                                            \
  }                                                                                                                    \
  uint CLGROUP_BUILTIN name(volatile local uint *p, uint x) {                                                          \
    return builtin(p, x, __ATOMIC_RELAXED);                                                                            \
  }
CLGROUP_ATOMIC(atomic_add, __atomic_fetch_add)
CLGROUP_ATOMIC(atomic_and, __atomic_fetch_and)
CLGROUP_ATOMIC(atomic_or, __atomic_fetch_or)
CLGROUP_ATOMIC(atomic_xor, __atomic_fetch_xor)
CLGROUP_ATOMIC(atomic_min, __atomic_fetch_min)
CLGROUP_ATOMIC(atomic_max, __atomic_fetch_max)
CLGROUP_ATOMIC(atomic_xchg, __atomic_exchange_n)
