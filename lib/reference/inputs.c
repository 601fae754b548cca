/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- values by name ---- */

enum value {
  ZERO,
  ONE,
  TWO,
  THREE,
  MINUS_ONE, /* all ones in integers */
  LOWEST,
  LOWEST_BUT_ONE,
  HIGHEST,
  HIGHEST_BUT_ONE,
  SIGN_BIT,
  LOW_HALF,  /* 0x0000ffff or 0x00000000ffffffff */
  HIGH_HALF, /* 0x00010000 or 0x0000000100000000 */
  PATTERN,
  MINUS_ZERO, /* from here on floating types only */
  NOT_A_NUMBER,
  INFINITE,
  MINUS_INFINITE,
  DENORMAL,
  MINUS_DENORMAL,
  VALUES
};

static const char *const value_names[VALUES] = {
    "0",        "1",         "2",       "3",    "-1",  "lowest", "lowest+1", "highest",  "highest-1", "sign bit",
    "low half", "high half", "pattern", "-0.0", "NaN", "+inf",   "-inf",     "denormal", "-denormal",
};

static uint64_t value_bits(enum ref_type type, enum value value) {
  const unsigned bits = 8 * (unsigned)ref_bytes(type);
  const uint64_t all = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1, top = UINT64_C(1) << (bits - 1);
  const uint64_t lowest = ref_is_signed(type) ? top : 0, highest = ref_is_signed(type) ? all >> 1 : all;
  const uint64_t integers[] = {[ZERO] = 0,
                               [ONE] = 1,
                               [TWO] = 2,
                               [THREE] = 3,
                               [MINUS_ONE] = all,
                               [LOWEST] = lowest,
                               [LOWEST_BUT_ONE] = lowest + 1,
                               [HIGHEST] = highest,
                               [HIGHEST_BUT_ONE] = highest - 1,
                               [SIGN_BIT] = top,
                               [LOW_HALF] = all >> bits / 2,
                               [HIGH_HALF] = UINT64_C(1) << bits / 2,
                               [PATTERN] = UINT64_C(0x5a3c96f00ff1e2d4) & all};
  const double largest = ref_largest(type), smallest = type == REF_HALF    ? 0x1p-24
                                                       : type == REF_FLOAT ? 0x1p-149
                                                                           : 0x1p-1074;
  const double reals[VALUES] = {0,   1,    2,      3,    -1,  -largest, -largest,  largest,      largest,      -2,
                                0.1, -1.5, 1000.5, -0.0, NAN, INFINITY, -INFINITY, smallest * 5, -smallest * 3};
  if (!ref_is_float(type))
    return integers[value];
  /* The last bit towards zero. */
  return ref_from_real(type, reals[value]) - (value == LOWEST_BUT_ONE || value == HIGHEST_BUT_ONE);
}

static bool value_fits(enum ref_type type, const struct input_rules *rules, enum value value) {
  bool is_float = ref_is_float(type);
  switch (value) {
  case LOWEST:
  case LOWEST_BUT_ONE:
  case HIGHEST:
  case HIGHEST_BUT_ONE:
    return !is_float || rules->specials;
  case MINUS_ZERO:
  case NOT_A_NUMBER:
  case INFINITE:
  case MINUS_INFINITE:
    return is_float && rules->specials;
  case DENORMAL:
  case MINUS_DENORMAL:
    return is_float && rules->denormals;
  default:
    return true;
  }
}

/* Backgrounds with an odd item that some operator must notice, or must not take for its padding. */
static const struct {
  enum value background, odd;
} pairs[] = {{ZERO, ONE},
             {ONE, ZERO},
             {ONE, TWO},
             {TWO, ONE},
             {MINUS_ONE, ZERO},
             {ZERO, MINUS_ONE},
             {HIGHEST, HIGHEST_BUT_ONE},
             {HIGHEST_BUT_ONE, HIGHEST},
             {LOWEST, LOWEST_BUT_ONE},
             {LOWEST_BUT_ONE, LOWEST},
             {ONE, SIGN_BIT},
             {SIGN_BIT, ONE},
             {LOW_HALF, HIGH_HALF},
             {HIGH_HALF, LOW_HALF},
             {ZERO, PATTERN},
             {MINUS_ONE, PATTERN},
             {ONE, THREE},
             {MINUS_ZERO, ZERO},
             {ZERO, MINUS_ZERO},
             {ONE, MINUS_ZERO},
             {ONE, NOT_A_NUMBER},
             {NOT_A_NUMBER, ONE},
             {NOT_A_NUMBER, MINUS_ZERO},
             {NOT_A_NUMBER, INFINITE},
             {NOT_A_NUMBER, MINUS_INFINITE},
             {NOT_A_NUMBER, HIGHEST},
             {ONE, INFINITE},
             {ONE, MINUS_INFINITE},
             {INFINITE, ONE},
             {MINUS_INFINITE, ONE},
             {INFINITE, MINUS_INFINITE},
             {ZERO, DENORMAL},
             {ONE, DENORMAL},
             {DENORMAL, ZERO},
             {DENORMAL, MINUS_DENORMAL}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

/* ---- kinds of groups ---- */

enum kind {
  RANDOM = INPUT_RANDOM,
  SMALL,    /* -4 to 4, or 0 to 8 */
  NEAR_ONE, /* odd integers; reals near 1, whose product neither overflows nor vanishes */
  LARGE,    /* reals whose sums overflow; integers near the ends */
  SPARSE,   /* zeros and a few others */
  RISING,   /* rank by rank, so that a wrong order shows in min and max */
  FALLING,
  MIXED_ZEROS, /* zeros of both signs */
  /* A zero at a third and one of the other sign at the end, among positive numbers: which of them a min returns shows
   * the order that each sub-group, the last one among them, takes. */
  ZEROS_BELOW,
  ZEROS_ABOVE, /* the same among negative numbers, for max */
  SOME_NAN,
  SOME_SPECIAL, /* NaN, infinities and zeros among numbers */
  DENORMALS,
  ALTERNATING, /* the largest values, of alternating sign */
  KINDS,
  ALL_SAME = KINDS,
  ODD_ONE
};

static const char *const kind_names[KINDS] = {
    "random",      "small",       "near one",    "large",    "sparse",           "rising",    "falling",
    "mixed zeros", "zeros below", "zeros above", "some NaN", "some NaN and inf", "denormals", "alternating",
};

static bool kind_fits(enum ref_type type, const struct input_rules *rules, enum kind kind) {
  switch (kind) {
  case MIXED_ZEROS:
  case ZEROS_BELOW:
  case ZEROS_ABOVE:
  case SOME_NAN:
  case SOME_SPECIAL:
    return ref_is_float(type) && rules->specials;
  case LARGE:
  case ALTERNATING:
    return !ref_is_float(type) || rules->specials;
  case DENORMALS:
    return ref_is_float(type) && rules->denormals;
  default:
    return true;
  }
}

/* In [0, 1). */
static double unit(uint64_t *state) {
  return (double)(random_next(state) >> 11) * 0x1p-53;
}

static uint64_t random_real(enum ref_type type, enum kind kind, size_t i, size_t n, uint64_t *s) {
  double sign = random_next(s) & 1 ? 1 : -1;
  switch (kind) {
  case SMALL:
    return ref_from_integer(type, (int64_t)(random_next(s) % 9) - 4);
  case NEAR_ONE:
    return ref_from_real(type, sign * (1 + (unit(s) - 0.5) / 8));
  case LARGE:
    return ref_from_real(type, ref_largest(type) * (0.25 + unit(s) / 2));
  case SPARSE:
    return random_next(s) % 16 ? 0 : ref_from_real(type, sign * unit(s));
  case RISING:
    return ref_from_real(type, (double)i - (double)n / 2 + 0.25);
  case FALLING:
    return ref_from_real(type, (double)n / 2 - (double)i + 0.25);
  case MIXED_ZEROS:
    return ref_from_real(type, sign * 0.0);
  case ZEROS_BELOW:
    return ref_from_real(type, i == n - 1 ? -0.0 : i == n / 3 ? 0.0 : 1 + unit(s));
  case ZEROS_ABOVE:
    return ref_from_real(type, i == n - 1 ? -0.0 : i == n / 3 ? 0.0 : -1 - unit(s));
  case SOME_NAN:
    return random_next(s) % 2 ? ref_from_real(type, NAN) : ref_from_real(type, sign * unit(s));
  case SOME_SPECIAL:
    switch (random_next(s) % 8) {
    case 0:
      return ref_from_real(type, NAN);
    case 1:
      return ref_from_real(type, sign * INFINITY);
    case 2:
      return ref_from_real(type, sign * 0.0);
    default:
      return ref_from_real(type, sign * unit(s));
    }
  case DENORMALS:
    return random_next(s) % 2 ? value_bits(type, DENORMAL) : value_bits(type, MINUS_DENORMAL);
  case ALTERNATING:
    return value_bits(type, i % 2 ? LOWEST : HIGHEST);
  default:
    return ref_from_real(type, sign * ldexp(unit(s), (int)(random_next(s) % 9) - 4));
  }
}

static uint64_t random_integer(enum ref_type type, enum kind kind, size_t i, size_t n, uint64_t *s) {
  uint64_t all = ref_bytes(type) == 8 ? UINT64_MAX : UINT64_C(0xffffffff);
  switch (kind) {
  case SMALL:
    return ref_from_integer(type, (int64_t)(random_next(s) % 9) - (ref_is_signed(type) ? 4 : 0));
  case NEAR_ONE:
    return (random_next(s) | 1) & all;
  case LARGE:
    return value_bits(type, random_next(s) % 2 ? HIGHEST : LOWEST) ^ random_next(s) % 16;
  case SPARSE:
    return random_next(s) % 16 ? 0 : random_next(s) & all;
  case RISING:
    return ref_from_integer(type, (int64_t)i * 3 - (ref_is_signed(type) ? (int64_t)n : 0));
  case FALLING:
    return ref_from_integer(type, (int64_t)(n - i) * 3 - (ref_is_signed(type) ? (int64_t)n : 0));
  case ALTERNATING:
    return value_bits(type, i % 2 ? LOWEST : HIGHEST);
  default:
    return random_next(s) & all;
  }
}

void inputs_fill(enum ref_type type, const struct input *input, size_t n, uint64_t *x) {
  uint64_t state = input->seed;
  for (size_t i = 0; i < n; i++) {
    if (input->kind >= KINDS)
      x[i] = value_bits(type, input->background);
    else if (ref_is_float(type))
      x[i] = random_real(type, (enum kind)input->kind, i, n, &state);
    else
      x[i] = random_integer(type, (enum kind)input->kind, i, n, &state);
  }
  if (input->kind == ODD_ONE)
    x[input->rank < n ? input->rank : n - 1] = value_bits(type, input->odd);
}

void inputs_describe(const struct input *input, char *text, size_t size) {
  if (input->kind < KINDS)
    snprintf(text, size, "%s, seed %#llx", kind_names[input->kind], (unsigned long long)input->seed);
  else if (input->kind == ALL_SAME)
    snprintf(text, size, "all %s", value_names[input->background]);
  else
    snprintf(text, size, "all %s but %s at rank %zu", value_names[input->background], value_names[input->odd],
             input->rank);
}

/* ---- the plan ---- */

/* Appends to `plan`, which may be NULL to count. */
static void append(struct input *plan, size_t *count, struct input input) {
  if (plan)
    plan[*count] = input;
  ++*count;
}

/* All plans for a group of n: each kind, each value, and the odd ones. In small groups every pair is at every rank; in
 * large ones the ranks get the pairs round robin, starting at one that the seed chooses. */
static size_t everything(enum ref_type type, const struct input_rules *rules, size_t n, uint64_t seed,
                         struct input *plan) {
  enum { PAIRS_AT_EACH_RANK = 3, ALL_PAIRS_UP_TO = 9 };
  size_t count = 0, turn = (size_t)(seed % PAIRS);
  for (unsigned copy = 0; copy < 2; copy++)
    for (unsigned kind = 0; kind < KINDS; kind++)
      if (kind_fits(type, rules, kind))
        append(plan, &count, (struct input){.kind = kind, .seed = seed + kind + copy * KINDS});
  for (unsigned value = 0; value < VALUES; value++)
    if (value_fits(type, rules, value))
      append(plan, &count, (struct input){.kind = ALL_SAME, .background = value});
  for (size_t rank = 0; rank < n; rank++) {
    size_t left = n <= ALL_PAIRS_UP_TO ? PAIRS : PAIRS_AT_EACH_RANK;
    for (size_t tried = 0; left && tried < PAIRS; tried++) {
      size_t pair = turn++ % PAIRS;
      if (!value_fits(type, rules, pairs[pair].background) || !value_fits(type, rules, pairs[pair].odd))
        continue;
      left--;
      append(
          plan, &count,
          (struct input){.kind = ODD_ONE, .background = pairs[pair].background, .odd = pairs[pair].odd, .rank = rank});
    }
  }
  return count;
}

size_t inputs_wanted(enum ref_type type, const struct input_rules *rules, size_t n) {
  return everything(type, rules, n, 0, NULL);
}

void inputs_plan(enum ref_type type, const struct input_rules *rules, size_t n, size_t groups, uint64_t seed,
                 struct input *plan) {
  /* The number of pairs at each rank does not depend on the first pair, so neither does the count. */
  size_t count = everything(type, rules, n, seed, NULL);
  struct input *all = malloc(count * sizeof *all);
  if (!all)
    abort();
  uint64_t state = seed;
  everything(type, rules, n, seed, all);
  /* Too many: keeps the first kinds and a random choice of the rest. */
  size_t kept = NEAR_ONE + 1;
  for (size_t i = kept; count > groups && i < groups; i++) {
    size_t other = i + random_next(&state) % (count - i);
    struct input swap = all[i];
    all[i] = all[other];
    all[other] = swap;
  }
  for (size_t i = 0; i < groups; i++) {
    plan[i] = i < count ? all[i] : (struct input){.kind = RANDOM, .seed = random_next(&state)};
  }
  free(all);
}

/* ---- single values ---- */

uint64_t input_special(enum input_special kind, enum ref_type type, uint64_t random) {
  const double numbers[] = {(double)NAN, -0.0, 0, 1, -2.5, (double)INFINITY, -(double)INFINITY, -0.0};
  const double near_1 = 1 + (double)(random >> 12) * 0x1p-54;
  switch (kind) {
  case SPECIAL_ROUNDS: /* so near 1 that products of 64 neither overflow nor get subnormal */
    return ref_from_real(type, (random & 4 ? 1 / near_1 : near_1) * (random & 2 ? 1 : -1));
  case SPECIAL_NAN:
    return value_bits(type, NOT_A_NUMBER);
  case SPECIAL_NEGATIVE_ZERO:
    return value_bits(type, MINUS_ZERO);
  case SPECIAL_ZERO:
    return value_bits(type, random >> 40 & 1 ? MINUS_ZERO : ZERO);
  default:
    return ref_from_real(type, numbers[random >> 40 & 7]);
  }
}

static uint64_t exact_float(enum ref_op op, enum ref_type type, unsigned random) {
  static const double factors[] = {1, -1, 1, -1, 1, -1, 2, 0.5};
  if (op == REF_MUL)
    return ref_from_real(type, factors[random % 8]);
  if (op == REF_ADD && type == REF_HALF) /* whose sums are exact up to 2048 */
    return ref_from_integer(type, (int)(random % 5) - 2);
  return ref_from_integer(type, op == REF_ADD ? (int)(random % 32) - 16 : (int)(random % 2048) - 1024);
}

uint64_t input_exact(enum ref_op op, enum ref_type type, uint64_t random) {
  if (ref_is_float(type))
    return exact_float(op, type, (unsigned)(random >> 32));
  const uint64_t more = random * 0x9e3779b97f4a7c15u, rare = more >> 60 ? 0 : ~0ull;
  uint64_t x = random;
  switch (op) {
  case REF_MUL:
    x |= 1;
    break;
  case REF_AND:
    x = ~(rare & random);
    break;
  case REF_OR:
    x = rare & random;
    break;
  case REF_LOGICAL_AND:
    x = ~rare & (random | 2);
    break;
  case REF_LOGICAL_OR:
    x = rare & (random | 2);
    break;
  case REF_LOGICAL_XOR:
    x = more >> 63 ? random | 2 : 0;
    break;
  default:
    break;
  }
  return ref_from_integer(type, (int64_t)x);
}
