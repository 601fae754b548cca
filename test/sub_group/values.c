#include "values.h"

#include "base/half.h"

#include <math.h>
#include <string.h>

const struct type types[TYPES] = {
    {"char", "uchar", 1, TYPE_SIGNED},      {"uchar", "uchar", 1, TYPE_UNSIGNED}, {"short", "ushort", 2, TYPE_SIGNED},
    {"ushort", "ushort", 2, TYPE_UNSIGNED}, {"int", "uint", 4, TYPE_SIGNED},      {"uint", "uint", 4, TYPE_UNSIGNED},
    {"long", "ulong", 8, TYPE_SIGNED},      {"ulong", "ulong", 8, TYPE_UNSIGNED}, {"half", "ushort", 2, TYPE_FLOAT},
    {"float", "uint", 4, TYPE_FLOAT},       {"double", "ulong", 8, TYPE_FLOAT},
};

const char *const operator_names[OPERATORS] = {"add", "min", "max",         "mul",        "and",
                                               "or",  "xor", "logical_and", "logical_or", "logical_xor"};

bool operator_takes(enum op op, const struct type *type) {
  if (op >= OP_LOGICAL_AND)
    return !strcmp(type->name, "int");
  return op < OP_AND || type->kind != TYPE_FLOAT;
}

static uint64_t cut(const struct type *type, uint64_t x) {
  return type->bytes == 8 ? x : x & ((1ull << 8 * type->bytes) - 1);
}

static int64_t extended(const struct type *type, uint64_t x) {
  const unsigned unused = 64 - 8 * type->bytes;
  return (int64_t)(x << unused) >> unused;
}

static double number(const struct type *type, uint64_t x) {
  if (type->bytes == 2)
    return clgroup_half_to_double((uint16_t)x);
  if (type->bytes == 4) {
    const uint32_t word = (uint32_t)x;
    float f;
    memcpy(&f, &word, sizeof f);
    return (double)f;
  }
  double d;
  memcpy(&d, &x, sizeof d);
  return d;
}

static uint64_t bits(const struct type *type, double d) {
  if (type->bytes == 2)
    return clgroup_half_from_double(d);
  if (type->bytes == 4) {
    const float f = (float)d;
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    return word;
  }
  uint64_t x;
  memcpy(&x, &d, sizeof x);
  return x;
}

uint64_t value_identity(enum op op, const struct type *type) {
  const bool is_float = type->kind == TYPE_FLOAT;
  const uint64_t ones = cut(type, ~0ull), sign = 1ull << (8 * type->bytes - 1);
  switch (op) {
  case OP_MIN:
    return is_float ? bits(type, (double)INFINITY) : type->kind == TYPE_SIGNED ? sign - 1 : ones;
  case OP_MAX:
    return is_float ? bits(type, -(double)INFINITY) : type->kind == TYPE_SIGNED ? sign : 0;
  case OP_MUL:
    return is_float ? bits(type, 1) : 1;
  case OP_AND:
    return ones;
  case OP_LOGICAL_AND:
    return 1;
  default:
    return 0;
  }
}

static bool is_nan(const struct type *type, uint64_t x) {
  return type->kind == TYPE_FLOAT && isnan(number(type, x));
}

bool value_same(enum op op, const struct type *type, uint64_t got, uint64_t wanted) {
  if (got == wanted || (is_nan(type, got) && is_nan(type, wanted)))
    return true;
  return type->kind == TYPE_FLOAT && (op == OP_MIN || op == OP_MAX) && number(type, got) == 0 &&
         number(type, wanted) == 0;
}

/* 12 roundings at most, each of half a unit in the last place of what is there: a product, or a sum of 64 of up to 4.
 */
bool value_near(enum op op, const struct type *type, uint64_t got, uint64_t wanted) {
  const double unit = type->bytes == 2 ? 0x1p-11 : type->bytes == 4 ? 0x1p-24 : 0x1p-53, w = number(type, wanted);
  if ((op != OP_ADD && op != OP_MUL) || value_same(op, type, got, wanted))
    return value_same(op, type, got, wanted);
  return fabs(number(type, got) - w) <= 16 * unit * (op == OP_ADD ? 80 : fabs(w));
}

uint64_t value_special(enum special kind, const struct type *type, uint64_t random) {
  const double numbers[] = {(double)NAN, -0.0, 0, 1, -2.5, (double)INFINITY, -(double)INFINITY, -0.0};
  const double near_1 = 1 + (double)(random >> 12) * 0x1p-54;
  switch (kind) {
  case SPECIAL_ROUNDS: /* of both signs, so near 1 that products of 64 neither overflow nor get subnormal */
    return bits(type, (random & 4 ? 1 / near_1 : near_1) * (random & 2 ? 1 : -1));
  case SPECIAL_NAN:
    return bits(type, (double)NAN);
  case SPECIAL_NEGATIVE_ZERO:
    return bits(type, -0.0);
  case SPECIAL_ZERO:
    return bits(type, random >> 40 & 1 ? -0.0 : 0);
  default:
    return bits(type, numbers[random >> 40 & 7]);
  }
}

static bool less(const struct type *type, uint64_t a, uint64_t b) {
  if (type->kind == TYPE_FLOAT)
    return number(type, a) < number(type, b);
  return type->kind == TYPE_SIGNED ? extended(type, a) < extended(type, b) : a < b;
}

uint64_t value_combine(enum op op, const struct type *type, uint64_t a, uint64_t b) {
  const bool is_float = type->kind == TYPE_FLOAT;
  /* A NaN loses to a number in min and max. */
  if ((op == OP_MIN || op == OP_MAX) && (is_nan(type, a) || is_nan(type, b)))
    return is_nan(type, a) ? b : a;
  switch (op) {
  case OP_ADD:
    return is_float ? bits(type, number(type, a) + number(type, b)) : cut(type, a + b);
  case OP_MUL:
    return is_float ? bits(type, number(type, a) * number(type, b)) : cut(type, a * b);
  case OP_MIN:
    return less(type, b, a) ? b : a;
  case OP_MAX:
    return less(type, a, b) ? b : a;
  case OP_AND:
  case OP_LOGICAL_AND:
    return a & b;
  case OP_OR:
  case OP_LOGICAL_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

uint64_t value_prepare(enum op op, uint64_t x) {
  return op >= OP_LOGICAL_AND ? x != 0 : x;
}

uint64_t value_random(enum op op, const struct type *type, uint64_t random) {
  static const double factors[] = {1, -1, 1, -1, 1, -1, 2, 0.5};
  if (type->kind == TYPE_FLOAT)
    return bits(type, op == OP_MUL ? factors[random >> 32 & 7] : (double)(int)(random >> 32 & 31) - 16);
  const uint64_t more = random * 0x9e3779b97f4a7c15u, rare = more >> 60 ? 0 : ~0ull;
  switch (op) {
  case OP_MUL:
    return cut(type, random | 1);
  case OP_AND:
    return cut(type, ~(rare & random));
  case OP_OR:
    return cut(type, rare & random);
  case OP_LOGICAL_AND:
    return cut(type, ~rare & (random | 2));
  case OP_LOGICAL_OR:
    return cut(type, rare & (random | 2));
  case OP_LOGICAL_XOR:
    return more >> 63 ? cut(type, random | 2) : 0;
  default:
    return cut(type, random);
  }
}
