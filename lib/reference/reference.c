/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "reference.h"

#include "base/half.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  size_t bytes;
  bool is_float, is_signed;
  double largest, epsilon;
} types[REF_TYPES] = {
    [REF_HALF] = {"half", 2, true, true, 65504.0, 0x1p-10},
    [REF_INT] = {"int", 4, false, true, 0, 0},
    [REF_UINT] = {"uint", 4, false, false, 0, 0},
    [REF_LONG] = {"long", 8, false, true, 0, 0},
    [REF_ULONG] = {"ulong", 8, false, false, 0, 0},
    [REF_FLOAT] = {"float", 4, true, true, FLT_MAX, FLT_EPSILON},
    [REF_DOUBLE] = {"double", 8, true, true, DBL_MAX, DBL_EPSILON},
    [REF_CHAR] = {"char", 1, false, true, 0, 0},
    [REF_UCHAR] = {"uchar", 1, false, false, 0, 0},
    [REF_SHORT] = {"short", 2, false, true, 0, 0},
    [REF_USHORT] = {"ushort", 2, false, false, 0, 0},
};

static const char *const ops[REF_OPS] = {
    [REF_ADD] = "add",
    [REF_MIN] = "min",
    [REF_MAX] = "max",
    [REF_MUL] = "mul",
    [REF_AND] = "and",
    [REF_OR] = "or",
    [REF_XOR] = "xor",
    [REF_LOGICAL_AND] = "logical_and",
    [REF_LOGICAL_OR] = "logical_or",
    [REF_LOGICAL_XOR] = "logical_xor",
};

int ref_type_by_name(const char *name) {
  for (int i = 0; i < REF_TYPES; i++)
    if (!strcmp(types[i].name, name))
      return i;
  return -1;
}

int ref_op_by_name(const char *name) {
  for (int i = 0; i < REF_OPS; i++)
    if (!strcmp(ops[i], name))
      return i;
  return -1;
}

const char *ref_type_name(enum ref_type type) {
  return types[type].name;
}

const char *ref_word(enum ref_type type) {
  return ref_bytes(type) == 1 ? "uchar" : ref_bytes(type) == 2 ? "ushort" : ref_bytes(type) == 4 ? "uint" : "ulong";
}

const char *ref_op_name(enum ref_op op) {
  return ops[op];
}

const char *ref_family_name(enum ref_family family) {
  static const char *const names[] = {"reduce", "scan_inclusive", "scan_exclusive"};
  return names[family];
}

size_t ref_bytes(enum ref_type type) {
  return types[type].bytes;
}

bool ref_is_float(enum ref_type type) {
  return types[type].is_float;
}

bool ref_is_signed(enum ref_type type) {
  return types[type].is_signed;
}

double ref_largest(enum ref_type type) {
  return types[type].largest;
}

double ref_epsilon(enum ref_type type) {
  return types[type].epsilon;
}

bool ref_takes(enum ref_op op, enum ref_type type) {
  switch (op) {
  case REF_AND:
  case REF_OR:
  case REF_XOR:
    return !ref_is_float(type);
  case REF_LOGICAL_AND:
  case REF_LOGICAL_OR:
  case REF_LOGICAL_XOR:
    return type == REF_INT;
  default:
    return true;
  }
}

/* Bits beyond the type's width are always zero. */
static uint64_t truncated(enum ref_type type, uint64_t bits) {
  return ref_bytes(type) == 8 ? bits : bits & ((UINT64_C(1) << 8 * ref_bytes(type)) - 1);
}

/* Of a machine whose lowest byte is the first. */
uint64_t ref_load(enum ref_type type, const void *array, size_t index) {
  uint64_t bits = 0;
  memcpy(&bits, (const char *)array + index * ref_bytes(type), ref_bytes(type));
  return bits;
}

void ref_store(enum ref_type type, void *array, size_t index, uint64_t bits) {
  memcpy((char *)array + index * ref_bytes(type), &bits, ref_bytes(type));
}

static float float_of(uint64_t bits) {
  uint32_t word = (uint32_t)bits;
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

static uint64_t float_bits(float value) {
  uint32_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

static double double_of(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint64_t double_bits(double value) {
  uint64_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

/* Two's complement, without relying on how the compiler converts out-of-range values. */
static int64_t signed_of(enum ref_type type, uint64_t bits) {
  uint64_t sign = UINT64_C(1) << (8 * ref_bytes(type) - 1);
  return bits & sign ? -(int64_t)(truncated(type, ~bits)) - 1 : (int64_t)bits;
}

uint64_t ref_from_integer(enum ref_type type, int64_t value) {
  return ref_is_float(type) ? ref_from_real(type, (double)value) : truncated(type, (uint64_t)value);
}

/* `type` is a floating one. */
static uint64_t floating_from_real(enum ref_type type, double value) {
  switch (type) {
  case REF_HALF:
    return clgroup_half_from_double(value);
  case REF_FLOAT:
    return float_bits((float)value);
  default: /* REF_DOUBLE */
    return double_bits(value);
  }
}

uint64_t ref_from_real(enum ref_type type, double value) {
  return ref_is_float(type) ? floating_from_real(type, value) : truncated(type, (uint64_t)(int64_t)value);
}

long double ref_to_real(enum ref_type type, uint64_t bits) {
  switch (type) {
  case REF_HALF:
    return clgroup_half_to_double((uint16_t)bits);
  case REF_FLOAT:
    return float_of(bits);
  case REF_DOUBLE:
    return double_of(bits);
  default:
    return ref_is_signed(type) ? (long double)signed_of(type, bits) : (long double)bits;
  }
}

bool ref_is_nan(enum ref_type type, uint64_t bits) {
  return ref_is_float(type) && isnan(ref_to_real(type, bits));
}

uint64_t ref_identity(enum ref_op op, enum ref_type type) {
  const uint64_t ones = truncated(type, UINT64_MAX), sign = UINT64_C(1) << (8 * ref_bytes(type) - 1);
  switch (op) {
  case REF_ADD:
  case REF_OR:
  case REF_XOR:
  case REF_LOGICAL_OR:
  case REF_LOGICAL_XOR:
    return 0; /* for floating types +0.0 */
  case REF_MUL:
  case REF_LOGICAL_AND:
    return ref_from_integer(type, 1);
  case REF_AND:
    return ones;
  case REF_MIN:
    return ref_is_float(type) ? floating_from_real(type, INFINITY) : ref_is_signed(type) ? sign - 1 : ones;
  default: /* REF_MAX */
    return ref_is_float(type) ? floating_from_real(type, -INFINITY) : ref_is_signed(type) ? sign : 0;
  }
}

static uint64_t combine_integers(enum ref_op op, enum ref_type type, uint64_t low, uint64_t high) {
  bool less = ref_is_signed(type) ? signed_of(type, low) < signed_of(type, high) : low < high;
  switch (op) {
  case REF_ADD:
    return truncated(type, low + high);
  case REF_MUL:
    return truncated(type, low * high);
  case REF_MIN:
    return less ? low : high;
  case REF_MAX:
    return less ? high : low;
  case REF_AND:
    return low & high;
  case REF_OR:
    return low | high;
  case REF_XOR:
    return low ^ high;
  case REF_LOGICAL_AND:
    return low && high;
  case REF_LOGICAL_OR:
    return low || high;
  default: /* REF_LOGICAL_XOR */
    return !low != !high;
  }
}

/* A NaN loses to a number; a tie keeps the operand of lower rank. */
static uint64_t pick(enum ref_op op, enum ref_type type, uint64_t low, uint64_t high) {
  long double a = ref_to_real(type, low), b = ref_to_real(type, high);
  if (isnan(a))
    return high;
  if (isnan(b))
    return low;
  return (op == REF_MIN ? b < a : b > a) ? high : low;
}

uint64_t ref_combine(enum ref_op op, enum ref_type type, uint64_t low, uint64_t high) {
  if (!ref_is_float(type))
    return combine_integers(op, type, low, high);
  if (op == REF_MIN || op == REF_MAX)
    return pick(op, type, low, high);
  bool add = op == REF_ADD;
  if (type == REF_DOUBLE) {
    double a = double_of(low), b = double_of(high);
    return double_bits(add ? a + b : a * b);
  }
  if (type == REF_FLOAT) {
    float a = float_of(low), b = float_of(high);
    return float_bits(add ? a + b : a * b);
  }
  /* A double holds the sum and the product of two halves exactly, so this rounds once. */
  double a = clgroup_half_to_double((uint16_t)low), b = clgroup_half_to_double((uint16_t)high);
  return clgroup_half_from_double(add ? a + b : a * b);
}

uint64_t ref_prepare(enum ref_op op, uint64_t bits) {
  return op == REF_LOGICAL_AND || op == REF_LOGICAL_OR || op == REF_LOGICAL_XOR ? bits != 0 : bits;
}

uint64_t ref_reduce(enum ref_op op, enum ref_type type, const uint64_t *x, size_t n) {
  uint64_t *level = malloc(n * sizeof *level);
  if (!level)
    abort();
  for (size_t i = 0; i < n; i++)
    level[i] = ref_prepare(op, x[i]);
  while (n > 1) {
    for (size_t i = 0; i < n / 2; i++)
      level[i] = ref_combine(op, type, level[2 * i], level[2 * i + 1]);
    if (n % 2)
      level[n / 2] = level[n - 1];
    n = n / 2 + n % 2;
  }
  uint64_t result = level[0];
  free(level);
  return result;
}

void ref_scan(enum ref_family family, enum ref_op op, enum ref_type type, const uint64_t *x, size_t n,
              uint64_t *result) {
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t before = i ? sum : ref_identity(op, type);
    sum = i ? ref_combine(op, type, sum, ref_prepare(op, x[i])) : ref_prepare(op, x[i]);
    result[i] = family == REF_EXCLUSIVE ? before : sum;
  }
}

size_t ref_rank(const size_t size[3], size_t x, size_t y, size_t z) {
  return (z * size[1] + y) * size[0] + x;
}
