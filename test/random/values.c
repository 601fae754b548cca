#include "values.h"

#include "base/half.h"

#include <limits.h>
#include <math.h>
#include <string.h>

uint64_t value_wrap(enum case_type type, uint64_t i) {
  return type == CASE_INT ? (uint64_t)(int64_t)(int32_t)(uint32_t)i : type == CASE_UINT ? (uint32_t)i : i;
}

bool value_less(enum case_type type, union value a, union value b) {
  return type_is_float(type) ? a.f < b.f : type_is_signed(type) ? (int64_t)a.i < (int64_t)b.i : a.i < b.i;
}

bool value_equal(enum case_type type, union value a, union value b) {
  return type_is_float(type) ? a.f == b.f : a.i == b.i;
}

union value value_number(enum case_type type, int64_t n) {
  union value v = {0};
  if (type_is_float(type))
    v.f = (double)n;
  else
    v.i = value_wrap(type, (uint64_t)n);
  return v;
}

union value value_combine(enum case_type type, unsigned by, union value a, union value b) {
  static const unsigned symbols[] = {
      [ADD] = PLUS, [MIN] = LEAST, [MAX] = GREATEST, [MUL] = TIMES, [AND] = BIT_AND, [OR] = BIT_OR, [XOR] = BIT_XOR};
  union value v = {0};
  if (by < LOGICAL_AND)
    return value_binary(type, symbols[by], a, b);
  v.i = by == LOGICAL_AND ? a.i && b.i : by == LOGICAL_OR ? a.i || b.i : !a.i != !b.i;
  return v;
}

union value value_truth(unsigned by, union value v) {
  if (by >= LOGICAL_AND)
    v.i = v.i != 0;
  return v;
}

union value value_identity(enum case_type type, unsigned by) {
  static const uint64_t lowest[] = {(uint64_t)(int64_t)INT_MIN, 0, (uint64_t)LONG_MIN, 0};
  static const uint64_t highest[] = {INT_MAX, UINT_MAX, LONG_MAX, ULONG_MAX};
  union value v = {0};
  switch (by) {
  case MIN:
  case MAX:
    if (type_is_float(type))
      v.f = by == MIN ? (double)INFINITY : -(double)INFINITY;
    else
      v.i = by == MIN ? highest[type] : lowest[type];
    return v;
  case MUL:
  case LOGICAL_AND:
    return value_number(type, 1);
  case AND:
    v.i = value_wrap(type, ~UINT64_C(0));
    return v;
  default:
    return value_number(type, 0);
  }
}

union value value_binary(enum case_type type, unsigned what, union value a, union value b) {
  union value v = {0};
  const uint64_t shift = b.i & (type_bits(type) - 1);
  if (type_is_float(type)) {
    v.f = what == PLUS    ? a.f + b.f
          : what == MINUS ? a.f - b.f
          : what == TIMES ? a.f * b.f
          : what == LEAST ? (b.f < a.f ? b.f : a.f)
                          : (a.f < b.f ? b.f : a.f);
    return v;
  }
  switch (what) {
  case PLUS:
    v.i = a.i + b.i;
    break;
  case MINUS:
    v.i = a.i - b.i;
    break;
  case TIMES:
    v.i = a.i * b.i;
    break;
  case BIT_AND:
    v.i = a.i & b.i;
    break;
  case BIT_OR:
    v.i = a.i | b.i;
    break;
  case BIT_XOR:
    v.i = a.i ^ b.i;
    break;
  case SHIFT_LEFT:
    v.i = a.i << shift;
    break;
  case SHIFT_RIGHT: /* of a signed value: with copies of its sign */
    v.i = type_is_signed(type) && (int64_t)a.i < 0 ? ~(~a.i >> shift) : a.i >> shift;
    break;
  case DIVIDE:
    v.i = a.i / b.i;
    break;
  case REMAINDER:
    v.i = a.i % b.i;
    break;
  case LEAST:
    return value_less(type, b, a) ? b : a;
  default:
    return value_less(type, a, b) ? b : a;
  }
  v.i = value_wrap(type, v.i);
  return v;
}

union value value_load(const struct case_argument *a, const void *memory, size_t at) {
  union value v = {0};
  const unsigned char *place = (const unsigned char *)memory + at * case_type_bytes(a->type);
  if (a->type == CASE_INT || a->type == CASE_UINT) {
    uint32_t i;
    memcpy(&i, place, sizeof i);
    v.i = value_wrap(a->type, i);
  } else
    memcpy(&v.i, place, sizeof v.i);
  return v;
}

bool value_exact(enum case_type type, union value v) {
  if (!type_is_float(type) || type == CASE_DOUBLE || isinf(v.f) || v.f == 0)
    return true;
  int exponent;
  const double scaled = ldexp(frexp(v.f, &exponent), type == CASE_HALF ? 11 : 24);
  return scaled == floor(scaled) && (type != CASE_HALF || (exponent > -13 && exponent < 17));
}

void value_store(const struct case_argument *a, size_t at, union value v) {
  unsigned char *place = (unsigned char *)a->expected + at * case_type_bytes(a->type);
  float single = (float)v.f;
  uint32_t narrow = (uint32_t)v.i;
  uint16_t half = a->type == CASE_HALF ? clgroup_half_from_double(v.f) : 0;
  if (a->type == CASE_HALF)
    memcpy(place, &half, sizeof half);
  else if (a->type == CASE_FLOAT)
    memcpy(place, &single, sizeof single);
  else if (a->type == CASE_INT || a->type == CASE_UINT)
    memcpy(place, &narrow, sizeof narrow);
  else if (a->type == CASE_DOUBLE)
    memcpy(place, &v.f, sizeof v.f);
  else
    memcpy(place, &v.i, sizeof v.i);
}
