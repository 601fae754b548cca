/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "algebra.h"

#include "inputs.h"

enum { MOST_NUMBERS = 64 };

unsigned algebra_bytes(const struct algebra *a) {
  return a->kind == SCALAR ? (unsigned)ref_bytes(a->scalar) : a->numbers * a->bits / 8;
}

static uint64_t cut(const struct algebra *a, uint64_t x) {
  return a->bits < 64 ? x & ((1ull << a->bits) - 1) : x;
}

static void take(const struct algebra *a, const struct value *v, uint64_t *numbers) {
  for (unsigned i = 0, at = 0; i < a->numbers; i++, at += a->bits)
    numbers[i] = cut(a, v->words[at / 64] >> at % 64);
}

static struct value put(const struct algebra *a, const uint64_t *numbers) {
  struct value v = {{0}};
  for (unsigned i = 0, at = 0; i < a->numbers; i++, at += a->bits)
    v.words[at / 64] |= cut(a, numbers[i]) << at % 64;
  return v;
}

/* Whether the number must be odd for the value to have an inverse, and is 1 in the identity. */
static bool is_factor(const struct algebra *a, unsigned i) {
  return a->kind == PAIRS ? i % 2 == 0 && i + 1 < a->numbers : i == 0 || i == a->numbers - 1;
}

struct value algebra_identity(const struct algebra *a) {
  uint64_t numbers[MOST_NUMBERS] = {0};
  if (a->kind == SCALAR)
    return (struct value){{ref_identity(a->op, a->scalar)}};
  for (unsigned i = 0; i < a->numbers; i++)
    numbers[i] = is_factor(a, i);
  return put(a, numbers);
}

struct value algebra_operand(const struct algebra *a, uint64_t random) {
  uint64_t numbers[MOST_NUMBERS] = {0};
  if (a->kind == SCALAR)
    return (struct value){{input_exact(a->op, a->scalar, random)}};
  for (unsigned i = 0; i < a->numbers; i++) {
    numbers[i] = random_next(&random) >> (64 - a->bits);
    if (is_factor(a, i))
      numbers[i] |= 1;
    else if (a->kind == MATRIX && i == 2)
      numbers[i] &= ~1ull;
  }
  return put(a, numbers);
}

struct value algebra_combine(const struct algebra *a, struct value first, struct value second) {
  uint64_t x[MOST_NUMBERS], y[MOST_NUMBERS], r[MOST_NUMBERS];
  if (a->kind == SCALAR)
    return (struct value){{ref_combine(a->op, a->scalar, first.words[0], second.words[0])}};
  take(a, &first, x);
  take(a, &second, y);
  switch (a->kind) {
  case MATRIX:
    r[0] = x[0] * y[0] + x[1] * y[2];
    r[1] = x[0] * y[1] + x[1] * y[3];
    r[2] = x[2] * y[0] + x[3] * y[2];
    r[3] = x[2] * y[1] + x[3] * y[3];
    break;
  case TRIANGLE:
    r[0] = x[0] * y[0];
    r[1] = x[0] * y[1] + x[1] * y[2];
    r[2] = x[2] * y[2];
    break;
  default:
    for (unsigned i = 0; i + 1 < a->numbers; i += 2) {
      r[i] = y[i] * x[i];
      r[i + 1] = y[i] * x[i + 1] + y[i + 1];
    }
    if (a->numbers % 2)
      r[a->numbers - 1] = x[a->numbers - 1] + y[a->numbers - 1];
  }
  return put(a, r);
}
