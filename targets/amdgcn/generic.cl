// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenCL C 2.0's functions with a generic pointer, which libclc lacks for AMD's GPUs: by its functions for private pointers. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define CLGROUP_BUILTIN __attribute__((overloadable, always_inline))
#define CLGROUP_OTHERS __attribute__((overloadable))

/* Functions that have a second result. */
#define CLGROUP_SECOND(name, type, second)                                                                             \
  type CLGROUP_OTHERS name(type x, private second *p);                                                                 \
  type CLGROUP_BUILTIN name(type x, generic second *p) {                                                               \
    second kept;                                                                                                       \
    const type result = name(x, (private second *)&kept);                                                              \
    *p = kept;                                                                                                         \
    return result;                                                                                                     \
  }
#define CLGROUP_REMQUO(type, second)                                                                                   \
  type CLGROUP_OTHERS remquo(type x, type y, private second *p);                                                       \
  type CLGROUP_BUILTIN remquo(type x, type y, generic second *p) {                                                     \
    second kept;                                                                                                       \
    const type result = remquo(x, y, (private second *)&kept);                                                         \
    *p = kept;                                                                                                         \
    return result;                                                                                                     \
  }
#define CLGROUP_SECONDS(type, n)                                                                                       \
  CLGROUP_SECOND(fract, type##n, type##n)                                                                              \
  CLGROUP_SECOND(modf, type##n, type##n)                                                                               \
  CLGROUP_SECOND(sincos, type##n, type##n)                                                                             \
  CLGROUP_SECOND(frexp, type##n, int##n)                                                                               \
  CLGROUP_SECOND(lgamma_r, type##n, int##n) CLGROUP_REMQUO(type##n, int##n)
#define CLGROUP_REALS(type)                                                                                            \
  CLGROUP_SECONDS(type, )                                                                                              \
  CLGROUP_SECONDS(type, 2)                                                                                             \
  CLGROUP_SECONDS(type, 3)                                                                                             \
  CLGROUP_SECONDS(type, 4)                                                                                             \
  CLGROUP_SECONDS(type, 8)                                                                                             \
  CLGROUP_SECONDS(type, 16)
CLGROUP_REALS(float)
CLGROUP_REALS(double)
CLGROUP_REALS(half)

/* The elements from `from` on. */
#define CLGROUP_COPY(n, to, from)                                                                                      \
  for (int i = 0; i < n; ++i)                                                                                          \
    (to)[i] = (from)[i];

#define CLGROUP_VECTOR(type, n)                                                                                        \
  type##n CLGROUP_BUILTIN vload##n(size_t at, const generic type *p) {                                                 \
    type##n result;                                                                                                    \
    CLGROUP_COPY(n, (private type *)&result, p + at * n)                                                               \
    return result;                                                                                                     \
  }                                                                                                                    \
  void CLGROUP_BUILTIN vstore##n(type##n x, size_t at, generic type *p) {                                              \
    CLGROUP_COPY(n, p + at * n, (private type *)&x)                                                                    \
  }
#define CLGROUP_VECTORS(type)                                                                                          \
  CLGROUP_VECTOR(type, 2)                                                                                              \
  CLGROUP_VECTOR(type, 3) CLGROUP_VECTOR(type, 4) CLGROUP_VECTOR(type, 8) CLGROUP_VECTOR(type, 16)
CLGROUP_VECTORS(char)
CLGROUP_VECTORS(uchar)
CLGROUP_VECTORS(short)
CLGROUP_VECTORS(ushort)
CLGROUP_VECTORS(int)
CLGROUP_VECTORS(uint)
CLGROUP_VECTORS(long)
CLGROUP_VECTORS(ulong)
CLGROUP_VECTORS(float)
CLGROUP_VECTORS(double)
CLGROUP_VECTORS(half)

/* vload_half and vstore_half: `n` numbers that are stored as half, with the stride `step`. */
#define CLGROUP_LOAD(name, n, elements, step)                                                                          \
  float##n CLGROUP_OTHERS name(size_t at, const private half *p);                                                      \
  float##n CLGROUP_BUILTIN name(size_t at, const generic half *p) {                                                    \
    half kept[step] __attribute__((aligned(32)));                                                                      \
    CLGROUP_COPY(elements, kept, p + at * step)                                                                        \
    return name((size_t)0, (const private half *)kept);                                                                \
  }
#define CLGROUP_STORE(name, type, n, elements, step)                                                                   \
  void CLGROUP_OTHERS name(type##n x, size_t at, private half *p);                                                     \
  void CLGROUP_BUILTIN name(type##n x, size_t at, generic half *p) {                                                   \
    half kept[step] __attribute__((aligned(32)));                                                                      \
    name(x, (size_t)0, (private half *)kept);                                                                          \
    CLGROUP_COPY(elements, p + at * step, kept)                                                                        \
  }
#define CLGROUP_STORES(name, n, elements, step)                                                                        \
  CLGROUP_STORE(name, float, n, elements, step)                                                                        \
  CLGROUP_STORE(name, double, n, elements, step)
#define CLGROUP_HALF(kind, n, elements, step)                                                                          \
  CLGROUP_LOAD(vload##kind##_half##n, n, elements, step)                                                               \
  CLGROUP_STORES(vstore##kind##_half##n, n, elements, step)                                                            \
  CLGROUP_STORES(vstore##kind##_half##n##_rte, n, elements, step)                                                      \
  CLGROUP_STORES(vstore##kind##_half##n##_rtz, n, elements, step)                                                      \
  CLGROUP_STORES(vstore##kind##_half##n##_rtp, n, elements, step)                                                      \
  CLGROUP_STORES(vstore##kind##_half##n##_rtn, n, elements, step)
#define CLGROUP_HALVES(n, elements, step) CLGROUP_HALF(, n, elements, elements) CLGROUP_HALF(a, n, elements, step)
CLGROUP_HALVES(, 1, 1)
CLGROUP_HALVES(2, 2, 2)
CLGROUP_HALVES(3, 3, 4)
CLGROUP_HALVES(4, 4, 4)
CLGROUP_HALVES(8, 8, 8)
CLGROUP_HALVES(16, 16, 16)
