#include "values.h"

#include <math.h>

const char *value_word(enum ref_type type) {
  return ref_bytes(type) == 1 ? "uchar" : ref_bytes(type) == 2 ? "ushort" : ref_bytes(type) == 4 ? "uint" : "ulong";
}

bool value_same(enum ref_op op, enum ref_type type, uint64_t got, uint64_t wanted) {
  if (got == wanted || (ref_is_nan(type, got) && ref_is_nan(type, wanted)))
    return true;
  return ref_is_float(type) && (op == REF_MIN || op == REF_MAX) && ref_to_real(type, got) == 0 &&
         ref_to_real(type, wanted) == 0;
}

/* 12 roundings at most, each of half a unit in the last place of what is there: a product, or a sum of 64 of up to 4.
 */
bool value_near(enum ref_op op, enum ref_type type, uint64_t got, uint64_t wanted) {
  const long double w = ref_to_real(type, wanted);
  if ((op != REF_ADD && op != REF_MUL) || value_same(op, type, got, wanted))
    return value_same(op, type, got, wanted);
  return fabsl(ref_to_real(type, got) - w) <= 8 * ref_epsilon(type) * (op == REF_ADD ? 80 : fabsl(w));
}

uint64_t value_special(enum special kind, enum ref_type type, uint64_t random) {
  const double numbers[] = {(double)NAN, -0.0, 0, 1, -2.5, (double)INFINITY, -(double)INFINITY, -0.0};
  const double near_1 = 1 + (double)(random >> 12) * 0x1p-54;
  switch (kind) {
  case SPECIAL_ROUNDS: /* of both signs, so near 1 that products of 64 neither overflow nor get subnormal */
    return ref_from_real(type, (random & 4 ? 1 / near_1 : near_1) * (random & 2 ? 1 : -1));
  case SPECIAL_NAN:
    return ref_from_real(type, (double)NAN);
  case SPECIAL_NEGATIVE_ZERO:
    return ref_from_real(type, -0.0);
  case SPECIAL_ZERO:
    return ref_from_real(type, random >> 40 & 1 ? -0.0 : 0);
  default:
    return ref_from_real(type, numbers[random >> 40 & 7]);
  }
}

static uint64_t cut(enum ref_type type, uint64_t x) {
  return ref_from_integer(type, (int64_t)x);
}

uint64_t value_random(enum ref_op op, enum ref_type type, uint64_t random) {
  static const double factors[] = {1, -1, 1, -1, 1, -1, 2, 0.5};
  if (ref_is_float(type))
    return ref_from_real(type, op == REF_MUL ? factors[random >> 32 & 7] : (double)(int)(random >> 32 & 31) - 16);
  const uint64_t more = random * 0x9e3779b97f4a7c15u, rare = more >> 60 ? 0 : ~0ull;
  switch (op) {
  case REF_MUL:
    return cut(type, random | 1);
  case REF_AND:
    return cut(type, ~(rare & random));
  case REF_OR:
    return cut(type, rare & random);
  case REF_LOGICAL_AND:
    return cut(type, ~rare & (random | 2));
  case REF_LOGICAL_OR:
    return cut(type, rare & (random | 2));
  case REF_LOGICAL_XOR:
    return more >> 63 ? cut(type, random | 2) : 0;
  default:
    return cut(type, random);
  }
}
