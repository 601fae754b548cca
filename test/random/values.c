/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "interpret.h"

#include <math.h>

uint64_t value_wrap(enum ref_type type, uint64_t i) {
  return type == REF_INT ? (uint64_t)(int64_t)(int32_t)(uint32_t)i : type == REF_UINT ? (uint32_t)i : i;
}

bool value_less(enum ref_type type, union value a, union value b) {
  return ref_is_float(type) ? a.f < b.f : type_is_signed(type) ? (int64_t)a.i < (int64_t)b.i : a.i < b.i;
}

bool value_equal(enum ref_type type, union value a, union value b) {
  return ref_is_float(type) ? a.f == b.f : a.i == b.i;
}

union value value_number(enum ref_type type, int64_t n) {
  union value v = {0};
  if (ref_is_float(type))
    v.f = (double)n;
  else
    v.i = value_wrap(type, (uint64_t)n);
  return v;
}

union value value_combine(enum ref_type type, unsigned by, union value a, union value b) {
  static const unsigned symbols[] = {
      [ADD] = PLUS, [MIN] = LEAST, [MAX] = GREATEST, [MUL] = TIMES, [AND] = BIT_AND, [OR] = BIT_OR, [XOR] = BIT_XOR};
  union value v = {0};
  if (by < LOGICAL_AND)
    return value_binary(type, symbols[by], a, b);
  v.i = by == LOGICAL_AND ? a.i && b.i : by == LOGICAL_OR ? a.i || b.i : !a.i != !b.i;
  return v;
}

union value value_truth(unsigned by, union value v) {
  v.i = ref_prepare(by, v.i);
  return v;
}

/* From the reference's bits. */
static union value value_of(enum ref_type type, uint64_t bits) {
  union value v = {.i = value_wrap(type, bits)};
  if (ref_is_float(type))
    v.f = (double)ref_to_real(type, bits);
  return v;
}

union value value_identity(enum ref_type type, unsigned by) {
  return value_of(type, ref_identity(by, type));
}

#define BINARY(name, symbol, integers, floats)                                                                         \
  case name:                                                                                                           \
    if (ref_is_float(type))                                                                                            \
      v.f = floats;                                                                                                    \
    else                                                                                                               \
      v.i = value_wrap(type, integers);                                                                                \
    break;
#define SHIFT (b & (type_bits(type) - 1))

union value value_binary(enum ref_type type, unsigned what, union value left, union value right) {
  const uint64_t a = left.i, b = right.i;
  const double x = left.f, y = right.f;
  union value v = {0};
  switch (what) {
#include "nodes.inc"
  }
  return v;
}

union value value_load(const struct case_argument *a, const void *memory, size_t at) {
  return value_of(a->type, ref_load(a->type, memory, at));
}

bool value_exact(enum ref_type type, union value v) {
  if (!ref_is_float(type) || type == REF_DOUBLE || isinf(v.f) || v.f == 0)
    return true;
  int exponent;
  const double scaled = ldexp(frexp(v.f, &exponent), type == REF_HALF ? 11 : 24);
  return scaled == floor(scaled) && (type != REF_HALF || (exponent > -13 && exponent < 17));
}

void value_store(const struct case_argument *a, size_t at, union value v) {
  ref_store(a->type, a->expected, at, ref_is_float(a->type) ? ref_from_real(a->type, v.f) : v.i);
}

/* Of each type of integers: OpenCL C's, and the last of two that is not 0. Then sums of floats, and maps. */
enum { SCALARS_ON_TYPE = 8, LAST = 7, SUMS = 4 * SCALARS_ON_TYPE, MAPS = SUMS + 2 };

struct operator_row operators_row(unsigned row) {
  static const char *const names[] = {"add", "min", "max", "mul", "and", "or", "xor", "last"};
  static const char *const maps[] = {"map_uchar", "map_ushort", "map_uint", "map_ulong"};
  if (row >= MAPS)
    return (struct operator_row){.name = "map",
                                 .type = maps[row - MAPS],
                                 .component = row - MAPS == 3 ? REF_ULONG : REF_UINT,
                                 .parts = 2,
                                 .bits = 8u << (row - MAPS),
                                 .by = OPERATORS};
  const unsigned at = row % SCALARS_ON_TYPE;
  const enum ref_type type = row < SUMS ? (enum ref_type)(row / SCALARS_ON_TYPE) : row == SUMS ? REF_FLOAT : REF_DOUBLE;
  return (struct operator_row){.name = names[row < SUMS ? at : 0],
                               .type = ref_type_name(type),
                               .component = type,
                               .parts = 1,
                               .by = row >= SUMS  ? ADD
                                     : at == LAST ? OPERATORS
                                                  : at,
                               .has_atomic = row < SUMS && type <= REF_UINT && at < LAST && at != MUL};
}

unsigned operators_on(enum ref_type type, unsigned which) {
  unsigned rows[OPERATOR_ROWS] = {0}, count = 0;
  for (unsigned k = 0; k < OPERATOR_ROWS; k++)
    if (operators_row(k).component == type)
      rows[count++] = k;
  return count ? rows[which % count] : OPERATOR_ROWS;
}

static uint64_t narrow(const struct operator_row *o, uint64_t x) {
  return o->bits == 64 ? x : x & ((UINT64_C(1) << o->bits) - 1);
}

struct item operators_item(const struct operator_row *o, union value x, union value y, unsigned k) {
  struct item item = {{x, y}};
  if (o->parts == 2) {
    item.part[0].i = narrow(o, (x.i | 1) + 2 * k);
    item.part[1].i = narrow(o, y.i ^ k);
  } else if (ref_is_float(o->component))
    item.part[0].f += k;
  else
    item.part[0].i = value_wrap(o->component, x.i + 3 * k);
  return item;
}

struct item operators_combine(const struct operator_row *o, struct item a, struct item b) {
  struct item c = b;
  if (o->parts == 2) {
    c.part[0].i = narrow(o, a.part[0].i * b.part[0].i);
    c.part[1].i = narrow(o, a.part[1].i * b.part[0].i + b.part[1].i);
  } else if (o->by < OPERATORS)
    c.part[0] = value_combine(o->component, o->by, a.part[0], b.part[0]);
  else if (!b.part[0].i)
    c = a;
  return c;
}

struct item operators_identity(const struct operator_row *o) {
  struct item item = {{{0}, {0}}};
  if (o->parts == 2)
    item.part[0].i = 1;
  else if (o->by < OPERATORS)
    item.part[0] = value_identity(o->component, o->by);
  return item;
}
