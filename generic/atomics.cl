// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenCL C 2.0's atomics, for targets whose code clang makes: as LLVM's atomic instructions. This file is OpenCL C 2.0, so
 * that it can define the functions for generic pointers; clang calls those for one address space in OpenCL C 3.0.
 *
 * For NVIDIA clang 15 has no code for the __opencl_atomic_ functions, and LLVM supports only relaxed atomics. So here older
 * functions make relaxed ones, and fences give the order. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define CLGROUP_BUILTIN __attribute__((overloadable, always_inline))
#define CLGROUP_OTHER __attribute__((overloadable))

#ifdef __NVPTX__
static void CLGROUP_BUILTIN clgroup_fence(memory_scope scope) {
  if (scope == memory_scope_work_group || scope == __OPENCL_MEMORY_SCOPE_SUB_GROUP)
    __nvvm_membar_cta();
  else if (scope == memory_scope_device)
    __nvvm_membar_gl();
  else if (scope != memory_scope_work_item)
    __nvvm_membar_sys();
}

static void CLGROUP_BUILTIN clgroup_before(memory_order order, memory_scope scope) {
  if (order != memory_order_relaxed && order != memory_order_acquire)
    clgroup_fence(scope);
}

static void CLGROUP_BUILTIN clgroup_after(memory_order order, memory_scope scope) {
  if (order != memory_order_relaxed && order != memory_order_release)
    clgroup_fence(scope);
}

void CLGROUP_BUILTIN atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
  (void)flags;
  if (order != memory_order_relaxed)
    clgroup_fence(scope);
}

cl_mem_fence_flags CLGROUP_BUILTIN get_fence(const generic void *p) {
  return __nvvm_isspacep_shared(p) ? CLK_LOCAL_MEM_FENCE : __nvvm_isspacep_global(p) ? CLK_GLOBAL_MEM_FENCE : 0;
}

/* A generic address is enough in PTX, and clang's functions for 64 bits take no other. */
#define CLGROUP_EXTREME(name, type, letters)                                                                           \
  static type CLGROUP_BUILTIN clgroup_fetch_##name(volatile generic type *p, type x) {                                 \
    return __nvvm_atom_##name##_gen_##letters((private type *)p, x);                                                   \
  }
#define CLGROUP_EXTREMES(type, letters) CLGROUP_EXTREME(min, type, letters) CLGROUP_EXTREME(max, type, letters)
CLGROUP_EXTREMES(int, i)
CLGROUP_EXTREMES(uint, ui)
CLGROUP_EXTREMES(long, l)
CLGROUP_EXTREMES(ulong, ul)

/* Defined in primitives.ll: clang has an atomic sum of doubles from sm_60 on only, and compiles this file for an older one. */
float CLGROUP_OTHER clgroup_fetch_sum(generic float *p, float x) __asm__("__clgroup_atomic_sum_float");
double CLGROUP_OTHER clgroup_fetch_sum(generic double *p, double x) __asm__("__clgroup_atomic_sum_double");
#define CLGROUP_DO_SUM(space, type, x) clgroup_fetch_sum((generic type *)p, x)

#define CLGROUP_WORD_int int
#define CLGROUP_WORD_uint uint
#define CLGROUP_WORD_long long
#define CLGROUP_WORD_ulong ulong
#define CLGROUP_WORD_float uint
#define CLGROUP_WORD_double ulong
#define CLGROUP_AS(type) CLGROUP_AS_(type)
#define CLGROUP_AS_(type) as_##type
#define CLGROUP_TO_WORD(type, x) CLGROUP_AS(CLGROUP_WORD_##type)(x)
#define CLGROUP_WORDS(space, type, p) ((volatile space CLGROUP_WORD_##type *)p)

#define CLGROUP_DO_add(space, type) __sync_fetch_and_add(CLGROUP_WORDS(space, type, p), (type)x)
#define CLGROUP_DO_sub(space, type) __sync_fetch_and_sub(CLGROUP_WORDS(space, type, p), (type)x)
#define CLGROUP_DO_and(space, type) __sync_fetch_and_and(CLGROUP_WORDS(space, type, p), (type)x)
#define CLGROUP_DO_or(space, type) __sync_fetch_and_or(CLGROUP_WORDS(space, type, p), (type)x)
#define CLGROUP_DO_xor(space, type) __sync_fetch_and_xor(CLGROUP_WORDS(space, type, p), (type)x)
#define CLGROUP_DO_min(space, type) clgroup_fetch_min((volatile generic type *)p, (type)x)
#define CLGROUP_DO_max(space, type) clgroup_fetch_max((volatile generic type *)p, (type)x)
#define CLGROUP_DO(name, space, type) CLGROUP_DO_##name(space, type)
#define CLGROUP_EXCHANGE(space, type)                                                                                  \
  as_##type(__sync_lock_test_and_set(CLGROUP_WORDS(space, type, p), CLGROUP_TO_WORD(type, x)))
#define CLGROUP_LOAD(space, type) (*(const volatile space type *)p)
#define CLGROUP_STORES(space, type) *(volatile space type *)p = x
#define CLGROUP_EXCHANGE_EQUAL(space, type)                                                                            \
  const CLGROUP_WORD_##type old = CLGROUP_TO_WORD(type, was);                                                          \
  const CLGROUP_WORD_##type got =                                                                                      \
      __sync_val_compare_and_swap(CLGROUP_WORDS(space, type, p), old, CLGROUP_TO_WORD(type, x));                       \
  const bool equal = got == old;                                                                                       \
  was = as_##type(got);
#else
/* Not volatile: LLVM does not infer the address space of a volatile access. */
#define CLGROUP_PLAIN(space, type) ((space atomic_##type *)p)
#define clgroup_before(order, scope) (void)0
#define clgroup_after(order, scope) (void)0
#define CLGROUP_DO(name, space, type) __opencl_atomic_fetch_##name(CLGROUP_PLAIN(space, type), (type)x, order, scope)
#define CLGROUP_DO_SUM(space, type, x) __opencl_atomic_fetch_add(CLGROUP_PLAIN(space, type), x, order, scope)
#define CLGROUP_EXCHANGE(space, type) __opencl_atomic_exchange(CLGROUP_PLAIN(space, type), x, order, scope)
#define CLGROUP_LOAD(space, type) __opencl_atomic_load(CLGROUP_PLAIN(space, type), order, scope)
#define CLGROUP_STORES(space, type) __opencl_atomic_store(CLGROUP_PLAIN(space, type), x, order, scope)
#define CLGROUP_EXCHANGE_EQUAL(space, type)                                                                            \
  const bool equal = __opencl_atomic_compare_exchange_strong(CLGROUP_PLAIN(space, type), &was, x, order, failure, scope);

#define CLGROUP_FENCE(scope)                                                                                           \
  switch (order) {                                                                                                     \
  case memory_order_relaxed:                                                                                           \
    break;                                                                                                             \
  case memory_order_acquire:                                                                                           \
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, scope);                                                                   \
    break;                                                                                                             \
  case memory_order_release:                                                                                           \
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, scope);                                                                   \
    break;                                                                                                             \
  case memory_order_acq_rel:                                                                                           \
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, scope);                                                                   \
    break;                                                                                                             \
  default:                                                                                                             \
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, scope);                                                                   \
  }
void CLGROUP_BUILTIN atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
  (void)flags;
  if (scope == memory_scope_work_group) {
    CLGROUP_FENCE("workgroup")
  } else if (scope == memory_scope_device) {
    CLGROUP_FENCE("agent")
  } else if (scope == __OPENCL_MEMORY_SCOPE_SUB_GROUP) {
    CLGROUP_FENCE("wavefront")
  } else if (scope != memory_scope_work_item) {
    CLGROUP_FENCE("")
  }
}

bool __attribute__((const)) clgroup_is_local(const generic void *p) __asm__("llvm.amdgcn.is.shared");
bool __attribute__((const)) clgroup_is_private(const generic void *p) __asm__("llvm.amdgcn.is.private");
cl_mem_fence_flags CLGROUP_BUILTIN get_fence(const generic void *p) {
  return clgroup_is_local(p) ? CLK_LOCAL_MEM_FENCE : clgroup_is_private(p) ? 0 : CLK_GLOBAL_MEM_FENCE;
}
#endif

cl_mem_fence_flags CLGROUP_BUILTIN get_fence(generic void *p) {
  return get_fence((const generic void *)p);
}

/* A function with order and scope, without a scope, and without both: CLGROUP_FORMS of one that returns the value of `call`. */
#define CLGROUP_FORM(result, name, does, returns, parameters, ...)                                                     \
  result CLGROUP_BUILTIN name parameters {                                                                             \
    __VA_ARGS__ clgroup_before(order, scope);                                                                          \
    does;                                                                                                              \
    clgroup_after(order, scope);                                                                                       \
    returns;                                                                                                           \
  }
#define CLGROUP_FORMS_OF(result, name, does, returns, ...)                                                             \
  CLGROUP_FORM(result, name##_explicit, does, returns, (__VA_ARGS__, memory_order order, memory_scope scope))          \
  CLGROUP_FORM(result, name##_explicit, does, returns, (__VA_ARGS__, memory_order order),                              \
               const memory_scope scope = memory_scope_device;)                                                        \
  CLGROUP_FORM(result, name, does, returns, (__VA_ARGS__), const memory_order order = memory_order_seq_cst;            \
               const memory_scope scope = memory_scope_device;)
#define CLGROUP_FORMS(result, name, call, ...)                                                                         \
  CLGROUP_FORMS_OF(result, name, const result was = call, return was, __VA_ARGS__)

#define CLGROUP_EACH_FETCH(DO, ...)                                                                                    \
  DO(add, __VA_ARGS__)                                                                                                 \
  DO(sub, __VA_ARGS__)                                                                                                 \
  DO(and, __VA_ARGS__)                                                                                                 \
  DO(or, __VA_ARGS__)                                                                                                  \
  DO(xor, __VA_ARGS__)                                                                                                 \
  DO(min, __VA_ARGS__)                                                                                                 \
  DO(max, __VA_ARGS__)
#define CLGROUP_FETCH(name, space, type, operand)                                                                      \
  CLGROUP_FORMS(type, atomic_fetch_##name, CLGROUP_DO(name, space, type), volatile space atomic_##type *p, operand x)

#define CLGROUP_EXCHANGES(space, type)                                                                                 \
  CLGROUP_FORMS(type, atomic_exchange, CLGROUP_EXCHANGE(space, type), volatile space atomic_##type *p, type x)         \
  CLGROUP_FORMS(type, atomic_load, CLGROUP_LOAD(space, type), volatile space atomic_##type *p)                         \
  CLGROUP_FORMS_OF(void, atomic_store, CLGROUP_STORES(space, type), , volatile space atomic_##type *p, type x)         \
  void CLGROUP_BUILTIN atomic_init(volatile space atomic_##type *p, type x) {                                          \
    *(volatile space type *)p = x;                                                                                     \
  }

#define CLGROUP_COMPARE_FORM(name, space, expected_space, type, parameters, ...)                                       \
  bool CLGROUP_BUILTIN name parameters {                                                                               \
    __VA_ARGS__ type was = *expected;                                                                                  \
    (void)failure;                                                                                                     \
    clgroup_before(order, scope);                                                                                      \
    CLGROUP_EXCHANGE_EQUAL(space, type)                                                                                \
    clgroup_after(order, scope);                                                                                       \
    if (!equal)                                                                                                        \
      *expected = was;                                                                                                 \
    return equal;                                                                                                      \
  }

#define CLGROUP_COMPARE(name, space, expected_space, type)                                                             \
  CLGROUP_COMPARE_FORM(name##_explicit, space, expected_space, type,                                                   \
                       (volatile space atomic_##type * p, expected_space type * expected, type x, memory_order order,  \
                        memory_order failure, memory_scope scope))                                                     \
  CLGROUP_COMPARE_FORM(name##_explicit, space, expected_space, type,                                                   \
                       (volatile space atomic_##type * p, expected_space type * expected, type x, memory_order order,  \
                        memory_order failure),                                                                         \
                       const memory_scope scope = memory_scope_device;)                                                \
  CLGROUP_COMPARE_FORM(name, space, expected_space, type,                                                              \
                       (volatile space atomic_##type * p, expected_space type * expected, type x),                     \
                       const memory_order order = memory_order_seq_cst;                                                \
                       const memory_order failure = order; const memory_scope scope = memory_scope_device;)
#define CLGROUP_COMPARES(space, expected_space, type)                                                                  \
  CLGROUP_COMPARE(atomic_compare_exchange_strong, space, expected_space, type)                                         \
  CLGROUP_COMPARE(atomic_compare_exchange_weak, space, expected_space, type)

#define CLGROUP_TYPE(type)                                                                                             \
  CLGROUP_EXCHANGES(generic, type)                                                                                     \
  CLGROUP_EXCHANGES(global, type)                                                                                      \
  CLGROUP_EXCHANGES(local, type)                                                                                       \
  CLGROUP_COMPARES(generic, generic, type)                                                                             \
  CLGROUP_COMPARES(global, global, type)                                                                               \
  CLGROUP_COMPARES(global, local, type)                                                                                \
  CLGROUP_COMPARES(global, private, type)                                                                              \
  CLGROUP_COMPARES(local, global, type)                                                                                \
  CLGROUP_COMPARES(local, local, type)                                                                                 \
  CLGROUP_COMPARES(local, private, type)

#define CLGROUP_INTEGER(type, operand)                                                                                 \
  CLGROUP_EACH_FETCH(CLGROUP_FETCH, generic, type, operand)                                                            \
  CLGROUP_EACH_FETCH(CLGROUP_FETCH, global, type, operand)                                                             \
  CLGROUP_EACH_FETCH(CLGROUP_FETCH, local, type, operand)

CLGROUP_TYPE(int)
CLGROUP_TYPE(uint)
CLGROUP_TYPE(long)
CLGROUP_TYPE(ulong)
CLGROUP_TYPE(float)
CLGROUP_TYPE(double)
CLGROUP_INTEGER(int, int)
CLGROUP_INTEGER(uint, uint)
CLGROUP_INTEGER(long, long)
CLGROUP_INTEGER(long, ulong) /* atomic_intptr_t and uintptr_t */
CLGROUP_INTEGER(ulong, long) /* atomic_uintptr_t and ptrdiff_t */
CLGROUP_INTEGER(ulong, ulong)

/* Floating-point numbers (cl_ext_float_atomics). Not every GPU has instructions for their min and max, so these are loops. */
#define CLGROUP_EXTREME_REAL(name, space, type)                                                                        \
  static type CLGROUP_BUILTIN clgroup_##name(volatile space atomic_##type *p, type x, memory_order order,              \
                                             memory_scope scope) {                                                     \
    const memory_order failure = memory_order_relaxed;                                                                 \
    type was = atomic_load_explicit(p, memory_order_relaxed, scope), y = x;                                            \
    (void)order, (void)failure;                                                                                        \
    for (;;) {                                                                                                         \
      x = f##name(was, y);                                                                                             \
      CLGROUP_EXCHANGE_EQUAL(space, type)                                                                              \
      if (equal)                                                                                                       \
        return was;                                                                                                    \
    }                                                                                                                  \
  }                                                                                                                    \
  CLGROUP_FORMS(type, atomic_fetch_##name, clgroup_##name(p, x, order, scope), volatile space atomic_##type *p, type x)
#define CLGROUP_REAL(space, type)                                                                                      \
  CLGROUP_EXTREME_REAL(min, space, type)                                                                               \
  CLGROUP_EXTREME_REAL(max, space, type)                                                                               \
  CLGROUP_FORMS(type, atomic_fetch_add, CLGROUP_DO_SUM(space, type, x), volatile space atomic_##type *p, type x)       \
  CLGROUP_FORMS(type, atomic_fetch_sub, CLGROUP_DO_SUM(space, type, -x), volatile space atomic_##type *p, type x)
CLGROUP_REAL(generic, float)
CLGROUP_REAL(global, float)
CLGROUP_REAL(local, float)
CLGROUP_REAL(generic, double)
CLGROUP_REAL(global, double)
CLGROUP_REAL(local, double)

/* A flag is an atomic_int. */
#define CLGROUP_FLAGS(space)                                                                                           \
  CLGROUP_FLAG_SET(space, _explicit, (volatile space atomic_flag * p, memory_order order, memory_scope scope),         \
                   (p, 1, order, scope))                                                                               \
  CLGROUP_FLAG_SET(space, _explicit, (volatile space atomic_flag * p, memory_order order), (p, 1, order))              \
  CLGROUP_FLAG_SET(space, , (volatile space atomic_flag * p), (p, 1))                                                  \
  CLGROUP_FLAG_CLEAR(space, _explicit, (volatile space atomic_flag * p, memory_order order, memory_scope scope),       \
                     (p, 0, order, scope))                                                                             \
  CLGROUP_FLAG_CLEAR(space, _explicit, (volatile space atomic_flag * p, memory_order order), (p, 0, order))            \
  CLGROUP_FLAG_CLEAR(space, , (volatile space atomic_flag * p), (p, 0))
#define CLGROUP_FLAG_SET(space, explicit, parameters, arguments)                                                       \
  bool CLGROUP_BUILTIN atomic_flag_test_and_set##explicit parameters {                                                 \
    return atomic_exchange##explicit arguments != 0;                                                                   \
  }
#define CLGROUP_FLAG_CLEAR(space, explicit, parameters, arguments)                                                     \
  void CLGROUP_BUILTIN atomic_flag_clear##explicit parameters {                                                        \
    atomic_store##explicit arguments;                                                                                  \
  }
CLGROUP_FLAGS(generic)
CLGROUP_FLAGS(global)
CLGROUP_FLAGS(local)

/* OpenCL C 1.x's atomics of 64 and 32 bits, some of which clgroup's headers call. */
#define CLGROUP_ATOM(name, does, space, type)                                                                          \
  type CLGROUP_BUILTIN name(volatile space type *p, type x) {                                                          \
    return atomic_##does##_explicit((volatile space atomic_##type *)p, x, memory_order_relaxed);                       \
  }
#define CLGROUP_ATOM_STEP(name, does, space, type)                                                                     \
  type CLGROUP_BUILTIN name(volatile space type *p) {                                                                  \
    return atomic_##does##_explicit((volatile space atomic_##type *)p, (type)1, memory_order_relaxed);                 \
  }
#define CLGROUP_ATOM_COMPARE(name, space, type)                                                                        \
  type CLGROUP_BUILTIN name(volatile space type *p, type was, type x) {                                                \
    (void)atomic_compare_exchange_strong_explicit((volatile space atomic_##type *)p, (private type *)&was, x,          \
                                                  memory_order_relaxed, memory_order_relaxed);                         \
    return was;                                                                                                        \
  }
#define CLGROUP_ATOM_64(name, space, type) CLGROUP_ATOM(atom_##name, fetch_##name, space, type)
#define CLGROUP_ATOM_32(name, space, type) CLGROUP_ATOM(atomic_##name, fetch_##name, space, type)
#define CLGROUP_ATOMS(prefix, space, type)                                                                             \
  CLGROUP_ATOM_STEP(prefix##inc, fetch_add, space, type)                                                               \
  CLGROUP_ATOM_STEP(prefix##dec, fetch_sub, space, type)                                                               \
  CLGROUP_ATOM_COMPARE(prefix##cmpxchg, space, type)
#define CLGROUP_ATOMS_64(space, type)                                                                                  \
  CLGROUP_EACH_FETCH(CLGROUP_ATOM_64, space, type)                                                                     \
  CLGROUP_ATOM(atom_xchg, exchange, space, type)                                                                       \
  CLGROUP_ATOMS(atom_, space, type)
CLGROUP_ATOMS_64(global, long)
CLGROUP_ATOMS_64(global, ulong)
CLGROUP_ATOMS_64(local, long)
CLGROUP_ATOMS_64(local, ulong)
/* Of those for local memory only what the target does not define (builtins.cl). */
#define CLGROUP_ATOMS_32(type)                                                                                         \
  CLGROUP_EACH_FETCH(CLGROUP_ATOM_32, global, type)                                                                    \
  CLGROUP_ATOM(atomic_xchg, exchange, global, type)                                                                    \
  CLGROUP_ATOMS(atomic_, global, type)                                                                                 \
  CLGROUP_ATOM(atomic_sub, fetch_sub, local, type)                                                                     \
  CLGROUP_ATOMS(atomic_, local, type)
CLGROUP_ATOMS_32(int)
CLGROUP_ATOMS_32(uint)
