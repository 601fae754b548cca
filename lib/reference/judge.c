/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Judges results where more than one answer is right: sums whose order is free, zeros of both signs, NaN. */
#include "reference.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* The results that the operands of a prefix allow. */
struct prefix {
  size_t n;
  size_t nans, plus_zeros, minus_zeros, plus_infs, minus_infs, negatives;
  long double sum, magnitude; /* of the finite operands: sum x, sum |x| */
  long double product;        /* of the finite operands other than zero */
  /* log2 of the product of any range of neighbours lies in [low, high], whatever the order of multiplication */
  double log, log_least, log_most, log_low, log_high;
};

static void add_operand(struct prefix *p, enum ref_op op, enum ref_type type, uint64_t bits) {
  if (!ref_is_float(type))
    return;
  long double x = ref_to_real(type, bits);
  if (p->n == 0)
    p->product = 1;
  p->n++;
  if (isnan(x)) {
    p->nans++;
    return;
  }
  p->negatives += signbit(x) != 0;
  if (isinf(x)) {
    if (x > 0)
      p->plus_infs++;
    else
      p->minus_infs++;
    return;
  }
  if (x == 0) {
    if (signbit(x))
      p->minus_zeros++;
    else
      p->plus_zeros++;
    return;
  }
  p->sum += x;
  p->magnitude += fabsl(x);
  if (op != REF_MUL)
    return;
  p->product *= x;
  p->log += log2((double)fabsl(x));
  p->log_low = fmin(p->log_low, p->log - p->log_most);
  p->log_high = fmax(p->log_high, p->log - p->log_least);
  p->log_least = fmin(p->log_least, p->log);
  p->log_most = fmax(p->log_most, p->log);
}

static bool near(long double got, long double value, long double bound) {
  return fabsl(got - value) <= bound;
}

static const char *judge_sum(const struct prefix *p, enum ref_type type, long double got, bool relaxed) {
  if (p->nans || (p->plus_infs && p->minus_infs))
    return isnan(got) ? NULL : "expected NaN";
  if (p->plus_infs || p->minus_infs)
    return isinf(got) && (got > 0) == (p->plus_infs != 0) ? NULL : "expected an infinity";
  if (p->magnitude == 0) {
    bool minus = p->minus_zeros == p->n;
    return got == 0 && (relaxed || (signbit(got) != 0) == minus) ? NULL : minus ? "expected -0.0" : "expected +0.0";
  }
  long double steps = (long double)(p->n - 1);
  long double bound = p->magnitude * steps * ((long double)ref_epsilon(type) + LDBL_EPSILON);
  long double largest = ref_largest(type);
  if (p->magnitude + bound >= largest) {
    if (fabsl(p->sum) != p->magnitude)
      return NULL; /* both signs: a partial sum may overflow or not, as the order has it */
    if (isinf(got))
      return (got > 0) == (p->sum > 0) ? NULL : "infinity of the wrong sign";
    if (p->magnitude - bound > largest * (1 + (long double)ref_epsilon(type)))
      return "expected overflow to infinity";
  }
  return near(got, p->sum, bound) ? NULL : "outside (n-1)*eps*sum|x| of the exact sum";
}

static const char *judge_product(const struct prefix *p, enum ref_type type, long double got, bool relaxed) {
  size_t zeros = p->plus_zeros + p->minus_zeros, infs = p->plus_infs + p->minus_infs;
  if (p->nans || (zeros && infs))
    return isnan(got) ? NULL : "expected NaN";
  int exponent;
  frexp(ref_largest(type), &exponent);
  /* Some order of the steps may reach denormals, where no relative bound holds. */
  if (p->log_high > exponent - 1 || p->log_low < 3 - exponent)
    return NULL;
  if (!relaxed && (signbit(got) != 0) != (p->negatives % 2 != 0))
    return "product of the wrong sign";
  if (infs)
    return isinf(got) ? NULL : "expected an infinity";
  if (zeros)
    return got == 0 ? NULL : "expected a zero";
  long double bound = fabsl(p->product) * (long double)(p->n - 1) * ((long double)ref_epsilon(type) + LDBL_EPSILON);
  return near(got, p->product, bound) ? NULL : "outside (n-1)*eps*|x0*x1*...| of the exact product";
}

/* min and max of a floating type: `expected` is right except for the sign of zero and the payload of NaN. */
static const char *judge_pick(const struct prefix *p, enum ref_type type, uint64_t expected, uint64_t bits,
                              bool relaxed) {
  long double got = ref_to_real(type, bits);
  if (ref_is_nan(type, expected))
    return isnan(got) ? NULL : "expected NaN: all operands are NaN";
  if (ref_to_real(type, expected) == 0 && got == 0) {
    if (relaxed || (signbit(got) ? p->minus_zeros : p->plus_zeros))
      return NULL;
    return "a zero of a sign that no operand has";
  }
  return bits == expected ? NULL : "not the exact value";
}

static const char *judge_exact(enum ref_type type, uint64_t expected, uint64_t got, const char *rule) {
  if (ref_is_nan(type, expected))
    return ref_is_nan(type, got) ? NULL : "expected NaN";
  return expected == got ? NULL : rule;
}

/* The prefix's own judgement of a sum, product, minimum or maximum of a floating type. */
static const char *judge_prefix(const struct prefix *p, enum ref_op op, enum ref_type type, uint64_t expected,
                                uint64_t got, bool relaxed) {
  switch (op) {
  case REF_ADD:
    return judge_sum(p, type, ref_to_real(type, got), relaxed);
  case REF_MUL:
    return judge_product(p, type, ref_to_real(type, got), relaxed);
  default:
    return judge_pick(p, type, expected, got, relaxed);
  }
}

static void note(struct ref_mismatch *mismatch, size_t rank, uint64_t expected, uint64_t got, const char *rule) {
  if (!rule)
    return;
  if (!mismatch->count)
    *mismatch = (struct ref_mismatch){.rank = rank, .expected = expected, .got = got, .rule = rule};
  mismatch->count++;
}

static void judge_reduce(enum ref_op op, enum ref_type type, const uint64_t *x, size_t n, const uint64_t *got,
                         bool relaxed, struct ref_mismatch *mismatch) {
  uint64_t expected = ref_reduce(op, type, x, n);
  struct prefix all = {0};
  for (size_t i = 0; i < n; i++)
    add_operand(&all, op, type, x[i]);
  bool pick = op == REF_MIN || op == REF_MAX;
  for (size_t rank = 0; rank < n; rank++) {
    const char *rule;
    if (!ref_is_float(type))
      rule = judge_exact(type, expected, got[rank], "not the exact value");
    else if (pick || relaxed)
      rule = judge_prefix(&all, op, type, expected, got[rank], relaxed);
    else
      rule = judge_exact(type, expected, got[rank], "not the bits of the documented tree");
    if (!rule && got[rank] != got[0])
      rule = "not the bits that rank 0 got";
    note(mismatch, rank, expected, got[rank], rule);
  }
}

static void judge_scan(enum ref_family family, enum ref_op op, enum ref_type type, const uint64_t *x, size_t n,
                       const uint64_t *got, bool relaxed, struct ref_mismatch *mismatch) {
  uint64_t *expected = malloc(n * sizeof *expected);
  if (!expected)
    abort();
  ref_scan(family, op, type, x, n, expected);
  struct prefix p = {0};
  for (size_t rank = 0; rank < n; rank++) {
    if (family == REF_INCLUSIVE)
      add_operand(&p, op, type, x[rank]);
    /* The number of operands that a result combines. */
    size_t operands = family == REF_INCLUSIVE ? rank + 1 : rank;
    const char *rule;
    if (operands == 0)
      rule = judge_exact(type, expected[rank], got[rank], "rank 0 is not the identity");
    else if (!ref_is_float(type))
      rule = judge_exact(type, expected[rank], got[rank], "not the exact value");
    else if (operands == 1 && !relaxed)
      rule = judge_exact(type, expected[rank], got[rank], "not bit for bit the value of rank 0");
    else
      rule = judge_prefix(&p, op, type, expected[rank], got[rank], relaxed);
    note(mismatch, rank, expected[rank], got[rank], rule);
    if (family == REF_EXCLUSIVE)
      add_operand(&p, op, type, x[rank]);
  }
  free(expected);
}

bool ref_judge(enum ref_family family, enum ref_op op, enum ref_type type, const uint64_t *x, size_t n,
               const uint64_t *got, int mode, struct ref_mismatch *mismatch) {
  bool relaxed = mode == REF_RELAXED;
  mismatch->count = 0;
  if (family == REF_REDUCE)
    judge_reduce(op, type, x, n, got, relaxed, mismatch);
  else
    judge_scan(family, op, type, x, n, got, relaxed, mismatch);
  return mismatch->count == 0;
}

bool ref_same(enum ref_op op, enum ref_type type, uint64_t got, uint64_t wanted) {
  if (got == wanted || (ref_is_nan(type, got) && ref_is_nan(type, wanted)))
    return true;
  return ref_is_float(type) && (op == REF_MIN || op == REF_MAX) && ref_to_real(type, got) == 0 &&
         ref_to_real(type, wanted) == 0;
}

/* Up to 64 roundings one after the other, each of half a unit in the last place of what is there: a product, or a sum
 * of 128 of up to 4, of which most cancel. */
bool ref_near(enum ref_op op, enum ref_type type, uint64_t got, uint64_t wanted) {
  const long double w = ref_to_real(type, wanted);
  if ((op != REF_ADD && op != REF_MUL) || ref_same(op, type, got, wanted))
    return ref_same(op, type, got, wanted);
  return near(ref_to_real(type, got), w, 32 * ref_epsilon(type) * (op == REF_ADD ? 80 : fabsl(w)));
}
