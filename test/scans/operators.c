#include "operators.h"

#include "base/half.h"
#include "splitmix.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Maps x -> m x + c of numbers modulo 16, one in each byte, m in the high half. The composition of the map of lower
 * ranks and then that of higher ranks is associative, and does not commute: for types of any size. */
static void combine_maps(const struct op *op, const void *a, const void *b, void *result) {
  const unsigned char *p = a, *q = b;
  unsigned char *r = result;
  for (unsigned i = 0; i < op->bytes; i++) {
    const unsigned m = (p[i] >> 4) * (q[i] >> 4), c = (p[i] & 15) * (q[i] >> 4) + (q[i] & 15);
    r[i] = (unsigned char)((m & 15) << 4 | (c & 15));
  }
}

static void identity_map(const struct op *op, void *result) {
  memset(result, 0x10, op->bytes);
}

/* m is odd, or all products would soon be 0. */
static void random_maps(const struct op *op, uint64_t bits, void *result) {
  unsigned char *r = result;
  for (unsigned i = 0; i < op->bytes; i++)
    r[i] = (unsigned char)(random_next(&bits) | 0x10);
}

/* 2x2 matrices by rows. */
#define MATRIX(T)                                                                                                      \
  static void combine_matrix_##T(const struct op *op, const void *a, const void *b, void *result) {                    \
    const T *p = a, *q = b;                                                                                            \
    T *r = result;                                                                                                     \
    (void)op;                                                                                                          \
    r[0] = p[0] * q[0] + p[1] * q[2];                                                                                  \
    r[1] = p[0] * q[1] + p[1] * q[3];                                                                                  \
    r[2] = p[2] * q[0] + p[3] * q[2];                                                                                  \
    r[3] = p[2] * q[1] + p[3] * q[3];                                                                                  \
  }                                                                                                                    \
  static void identity_matrix_##T(const struct op *op, void *result) {                                                 \
    const T one[4] = {1, 0, 0, 1};                                                                                     \
    (void)op;                                                                                                          \
    memcpy(result, one, sizeof one);                                                                                   \
  }                                                                                                                    \
  static void random_matrix_##T(const struct op *op, uint64_t bits, void *result) {                                    \
    T *r = result;                                                                                                     \
    (void)op;                                                                                                          \
    for (unsigned i = 0; i < 4; i++)                                                                                   \
      r[i] = (T)random_next(&bits);                                                                                    \
  }
MATRIX(uint32_t)
MATRIX(uint64_t)

/* The standard operators. Floats hold small whole numbers, so that sums do not depend on the order. */
#define SCALAR(name, T, what, first, from)                                                                             \
  static void combine_##name(const struct op *op, const void *a, const void *b, void *result) {                        \
    const T x = *(const T *)a, y = *(const T *)b;                                                                      \
    (void)op;                                                                                                          \
    *(T *)result = (T)(what);                                                                                          \
  }                                                                                                                    \
  static void identity_##name(const struct op *op, void *result) {                                                     \
    (void)op;                                                                                                          \
    *(T *)result = (T)(first);                                                                                         \
  }                                                                                                                    \
  static void random_##name(const struct op *op, uint64_t bits, void *result) {                                        \
    const uint64_t random = random_next(&bits);                                                                        \
    (void)op;                                                                                                          \
    *(T *)result = (T)(from);                                                                                          \
  }
SCALAR(add_uint, uint32_t, x + y, 0, random)
SCALAR(xor_uint, uint32_t, x ^ y, 0, random)
SCALAR(min_int, int32_t, x < y ? x : y, INT32_MAX, random)
SCALAR(max_ulong, uint64_t, x > y ? x : y, 0, random)
SCALAR(add_float, float, x + y, 0, (int)(random % 200) - 100)
SCALAR(max_double, double, x > y ? x : y, -INFINITY, (double)(int64_t)random)

SCALAR(add_half, uint16_t, clgroup_half_from_double(clgroup_half_to_double(x) + clgroup_half_to_double(y)), 0,
       clgroup_half_from_double((int)(random % 5) - 2))

/* Bytes beyond the last whole one are not there in OpenCL C either. */
#define MAPS(n, is_quick)                                                                                              \
  {                                                                                                                    \
    "maps" #n, "maps" #n, n, false, false, NULL, is_quick,                                                             \
        "typedef struct { uchar m[" #n "]; } maps" #n ";\n"                                                            \
        "static maps" #n " compose" #n "(maps" #n " a, maps" #n " b) {\n"                                              \
        "  for (int i = 0; i < " #n "; i++)\n"                                                                         \
        "    b.m[i] = (uchar)((a.m[i] >> 4) * (b.m[i] >> 4) << 4 |\n"                                                  \
        "                     (((a.m[i] & 15) * (b.m[i] >> 4) + (b.m[i] & 15)) & 15));\n"                              \
        "  return b;\n"                                                                                                \
        "}\n"                                                                                                          \
        "static maps" #n " same" #n "(void) {\n"                                                                       \
        "  maps" #n " r;\n"                                                                                            \
        "  for (int i = 0; i < " #n "; i++)\n"                                                                         \
        "    r.m[i] = 16;\n"                                                                                           \
        "  return r;\n"                                                                                                \
        "}\n"                                                                                                          \
        "#define CLGROUP_COMBINE(a, b) compose" #n "(a, b)\n"                                                          \
        "#define CLGROUP_IDENTITY same" #n "()\n",                                                                     \
        combine_maps, identity_map, random_maps                                                                        \
  }
#define MATRICES(T, vector)                                                                                            \
  "typedef struct { " T " a, b, c, d; } " vector ";\n"                                                                 \
  "static " vector " product(" vector " x, " vector " y) {\n"                                                          \
  "  return (" vector "){x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d,\n"                                              \
  "                      x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};\n"                                             \
  "}\n"                                                                                                                \
  "#define CLGROUP_COMBINE(a, b) product(a, b)\n"                                                                      \
  "#define CLGROUP_IDENTITY {1, 0, 0, 1}\n"

const struct op ops[] = {
    {"add", "uint", 4, true, true, NULL, true, "", combine_add_uint, identity_add_uint, random_add_uint},
    {"xor", "uint", 4, true, true, NULL, false, "", combine_xor_uint, identity_xor_uint, random_xor_uint},
    {"min", "int", 4, true, true, NULL, true, "", combine_min_int, identity_min_int, random_min_int},
    {"max", "ulong", 8, true, false, NULL, false, "", combine_max_ulong, identity_max_ulong, random_max_ulong},
    {"add", "float", 4, true, false, NULL, false, "", combine_add_float, identity_add_float, random_add_float},
    {"max", "double", 8, true, false, "cl_khr_fp64", false, "", combine_max_double, identity_max_double,
     random_max_double},
    {"add", "half", 2, true, false, "cl_khr_fp16", false, "", combine_add_half, identity_add_half, random_add_half},
    {"product", "matrix", 16, false, false, NULL, true, MATRICES("uint", "matrix"), combine_matrix_uint32_t,
     identity_matrix_uint32_t, random_matrix_uint32_t},
    {"product", "wide", 32, false, false, NULL, false, MATRICES("ulong", "wide"), combine_matrix_uint64_t,
     identity_matrix_uint64_t, random_matrix_uint64_t},
    MAPS(1, true),
    MAPS(2, false),
    MAPS(3, false),
    MAPS(8, false),
    MAPS(13, true),
    MAPS(31, false),
};
const unsigned op_count = sizeof ops / sizeof *ops;
