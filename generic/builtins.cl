// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenCL C's work-item and synchronization functions that can be written with the help of others, for targets that define those
 * (targets/<target>/builtins.cl). They are in a library of their own, <target>.builtins.bc, which the lowering step links. All other
 * functions come from libclc. */

#include <memory_scope.h>

#define CLGROUP_BUILTIN __attribute__((overloadable, always_inline))
#define CLGROUP_QUERY __attribute__((overloadable, always_inline, const))

size_t CLGROUP_QUERY get_local_linear_id(void) {
  return ((uint)get_local_id(2) * (uint)get_local_size(1) + (uint)get_local_id(1)) * (uint)get_local_size(0) +
         (uint)get_local_id(0);
}

size_t CLGROUP_QUERY get_global_linear_id(void) {
  return ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - get_global_offset(1)) *
             get_global_size(0) +
         get_global_id(0) - get_global_offset(0);
}

uint CLGROUP_QUERY min(uint a, uint b) {
  return a < b ? a : b;
}

uint CLGROUP_QUERY max(uint a, uint b) {
  return a > b ? a : b;
}

void CLGROUP_BUILTIN __attribute__((convergent)) work_group_barrier(cl_mem_fence_flags flags) {
  barrier(flags);
}

void CLGROUP_BUILTIN __attribute__((convergent)) work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  (void)scope; /* the barrier's own fence orders all memory of the work-group */
  barrier(flags);
}

/* clz, ctz and popcount: the library and its headers call them, and must work without libclc. Like libclc by LLVM's functions: clang's
 * builtins test for 0 and return an int, which makes longer code. */
#define CLGROUP_COUNTS(type, word, bits)                                                                               \
  word __attribute__((const)) clgroup_count_##type(word x) __asm__("llvm.ctpop.i" #bits);                              \
  word __attribute__((const)) clgroup_zeros_##type(word x, bool is_never_0) __asm__("llvm.ctlz.i" #bits);              \
  type CLGROUP_QUERY popcount(type x) {                                                                                \
    return (type)clgroup_count_##type((word)x);                                                                        \
  }                                                                                                                    \
  type CLGROUP_QUERY clz(type x) {                                                                                     \
    return (type)clgroup_zeros_##type((word)x, false);                                                                 \
  }
CLGROUP_COUNTS(int, uint, 32)
CLGROUP_COUNTS(uint, uint, 32)
CLGROUP_COUNTS(long, ulong, 64)
CLGROUP_COUNTS(ulong, ulong, 64)

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* libclc lacks smoothstep of a vector between two doubles. */
#define CLGROUP_SMOOTHSTEP(type)                                                                                       \
  type __attribute__((overloadable, const)) smoothstep(type from, type to, type x);                                    \
  type CLGROUP_QUERY smoothstep(double from, double to, type x) {                                                      \
    return smoothstep((type)from, (type)to, x);                                                                        \
  }
CLGROUP_SMOOTHSTEP(double2)
CLGROUP_SMOOTHSTEP(double3)
CLGROUP_SMOOTHSTEP(double4)
CLGROUP_SMOOTHSTEP(double8)
CLGROUP_SMOOTHSTEP(double16)
