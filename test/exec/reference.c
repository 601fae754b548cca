/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The suite `reference`: the reference against values worked out by hand. Needs no OpenCL. */
#include "base/half.h"
#include "reference.h"
#include "suites.h"

#include <math.h>
#include <stdio.h>

static unsigned passed, failed;

static void check(bool good, const char *what) {
  if (good)
    passed++;
  else
    printf("fail: %s\n", what), failed++;
}

static uint64_t real(enum ref_type type, double value) {
  return ref_from_real(type, value);
}

static void test_half(void) {
  static const struct {
    double value;
    uint16_t bits;
  } known[] = {
      {0.0, 0x0000},     {-0.0, 0x8000},    {1.0, 0x3c00},       {-2.0, 0xc000},      {65504.0, 0x7bff},
      {65519.0, 0x7bff}, {65520.0, 0x7c00}, {-65520.0, 0xfc00},  {INFINITY, 0x7c00},  {0x1p-14, 0x0400},
      {0x1p-24, 0x0001}, {0x1p-25, 0x0000}, {0x1.8p-25, 0x0001}, {0x1.8p-24, 0x0002}, {0x1.ffcp-15, 0x0400},
      {2049.0, 0x6800},  {2051.0, 0x6802},  {1.0 / 3, 0x3555},   {0.1, 0x2e66},       {0x1.ff8p-15, 0x03ff},
  };
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
    check(clgroup_half_from_double(known[i].value) == known[i].bits, "half: rounding to known bits");
  check(isnan(clgroup_half_to_double(clgroup_half_from_double(NAN))), "half: NaN");
  bool round_trip = true;
  for (uint32_t bits = 0; bits < 0x10000; bits++)
    if (!isnan(clgroup_half_to_double((uint16_t)bits)))
      round_trip &= clgroup_half_from_double(clgroup_half_to_double((uint16_t)bits)) == bits;
  check(round_trip, "half: all values survive the way to double and back");
  /* 1 + 2^-11 is a tie and goes to the even 1; a sum kept in float would become 1 + 2^-10. */
  uint64_t sum = real(REF_HALF, 1.0);
  for (int i = 0; i < 2; i++)
    sum = ref_combine(REF_ADD, REF_HALF, sum, real(REF_HALF, 0x1p-11));
  check(sum == 0x3c00, "half: each step rounds");
  check(ref_combine(REF_ADD, REF_HALF, 0x7bff, 0x7bff) == 0x7c00, "half: overflow to infinity");
}

static void test_identities(void) {
  check(ref_identity(REF_MIN, REF_LONG) == INT64_MAX && ref_identity(REF_MIN, REF_INT) == INT32_MAX &&
            ref_identity(REF_MIN, REF_UINT) == UINT32_MAX && ref_identity(REF_MIN, REF_ULONG) == UINT64_MAX,
        "identity of min");
  check(ref_identity(REF_MAX, REF_LONG) == UINT64_C(1) << 63 && ref_identity(REF_MAX, REF_INT) == 0x80000000 &&
            ref_identity(REF_MAX, REF_UINT) == 0,
        "identity of max");
  check(ref_identity(REF_MIN, REF_FLOAT) == 0x7f800000 && ref_identity(REF_MAX, REF_HALF) == 0xfc00,
        "identities of floating min and max");
  check(ref_identity(REF_ADD, REF_DOUBLE) == 0 && ref_identity(REF_MUL, REF_FLOAT) == 0x3f800000 &&
            ref_identity(REF_MUL, REF_HALF) == 0x3c00 && ref_identity(REF_AND, REF_UINT) == UINT32_MAX,
        "identities of add, mul, and");
}

static void test_worked_example(void) {
  static const uint64_t x[8] = {3, 1, 7, 0, 4, 1, 6, 3}, inclusive[8] = {3, 4, 11, 11, 15, 16, 22, 25},
                        exclusive[8] = {0, 3, 4, 11, 11, 15, 16, 22};
  uint64_t got[8];
  bool same = true;
  check(ref_reduce(REF_ADD, REF_INT, x, 8) == 25, "worked example: reduce");
  ref_scan(REF_INCLUSIVE, REF_ADD, REF_INT, x, 8, got);
  for (int i = 0; i < 8; i++)
    same &= got[i] == inclusive[i];
  check(same, "worked example: inclusive scan");
  ref_scan(REF_EXCLUSIVE, REF_ADD, REF_INT, x, 8, got);
  same = true;
  for (int i = 0; i < 8; i++)
    same &= got[i] == exclusive[i];
  check(same, "worked example: exclusive scan");
}

static void test_operators(void) {
  const uint64_t minus_one = ref_from_integer(REF_INT, -1), one = 1;
  check(ref_combine(REF_MIN, REF_INT, one, minus_one) == minus_one, "signed min");
  check(ref_combine(REF_MIN, REF_UINT, one, minus_one) == one, "unsigned min");
  check(ref_combine(REF_MAX, REF_ULONG, UINT64_C(1) << 32, 0xffffffff) == UINT64_C(1) << 32, "64-bit max");
  check(ref_combine(REF_ADD, REF_INT, 0x7fffffff, 1) == 0x80000000, "int wraps");
  check(ref_combine(REF_MUL, REF_UINT, 0x10000, 0x10001) == 0x10000, "uint product wraps");
  check(ref_combine(REF_MIN, REF_CHAR, 1, 0xff) == 0xff && ref_combine(REF_MIN, REF_USHORT, 1, 0xffff) == 1 &&
            ref_identity(REF_MAX, REF_SHORT) == 0x8000 && ref_identity(REF_MIN, REF_UCHAR) == 0xff,
        "narrow integers");
  check(ref_combine(REF_LOGICAL_XOR, REF_INT, 4, 8) == 0 && ref_combine(REF_LOGICAL_AND, REF_INT, 4, 8) == 1,
        "logical operators see truth, not bits");
  const uint64_t four = 4;
  check(ref_reduce(REF_LOGICAL_OR, REF_INT, &four, 1) == 1, "a lone operand of a logical operator becomes 1");
}

/* 0+1, 2+3, then 01+23, then 4: with these values every other tree gives different bits. */
static void test_tree(void) {
  const double values[5] = {0x1p24, 1, 1, 1, -0x1p24};
  uint64_t x[5];
  for (int i = 0; i < 5; i++)
    x[i] = real(REF_FLOAT, values[i]);
  check(ref_reduce(REF_ADD, REF_FLOAT, x, 5) == real(REF_FLOAT, 2), "neighbours-first tree of five");
  const uint64_t zeros[3] = {0x80000000, 0x80000000, 0x80000000};
  check(ref_reduce(REF_ADD, REF_FLOAT, zeros, 3) == 0x80000000, "-0.0 survives");
}

static void judged(bool expected, enum ref_family family, enum ref_op op, const double *x, const double *got, size_t n,
                   const char *what) {
  uint64_t operands[8] = {0}, results[8] = {0};
  struct ref_mismatch mismatch;
  for (size_t i = 0; i < n; i++) {
    operands[i] = real(REF_FLOAT, x[i]);
    results[i] = real(REF_FLOAT, got[i]);
  }
  check(ref_judge(family, op, REF_FLOAT, operands, n, results, REF_STRICT, &mismatch) == expected, what);
}

static void test_judge(void) {
  const double nan3[3] = {NAN, NAN, NAN}, inf3[3] = {INFINITY, INFINITY, INFINITY}, x[3] = {1, 2, 4};
  judged(true, REF_REDUCE, REF_MIN, nan3, nan3, 3, "min of NaN alone is NaN");
  judged(false, REF_REDUCE, REF_MIN, nan3, inf3, 3, "min of NaN alone is not infinity");
  judged(true, REF_REDUCE, REF_MAX, (double[]){NAN, 2, 1}, (double[]){2, 2, 2}, 3, "NaN loses to a number");
  judged(false, REF_REDUCE, REF_MAX, (double[]){NAN, 2, 1}, nan3, 3, "NaN must lose");
  judged(true, REF_REDUCE, REF_MIN, (double[]){-0.0, 0.0}, (double[]){0.0, 0.0}, 2, "either zero may win");
  judged(false, REF_REDUCE, REF_MIN, (double[]){-0.0, 0.0}, (double[]){0.0, -0.0}, 2, "but the same for all");
  judged(false, REF_REDUCE, REF_MIN, (double[]){-0.0, -0.0}, (double[]){0.0, 0.0}, 2, "no zero that no one has");
  judged(true, REF_INCLUSIVE, REF_ADD, x, (double[]){1, 3, 7}, 3, "inclusive sum");
  judged(false, REF_INCLUSIVE, REF_ADD, x, (double[]){1, 3, 7.001}, 3, "sum out of bounds");
  judged(false, REF_INCLUSIVE, REF_ADD, x, (double[]){1, 3, NAN}, 3, "NaN is no sum");
  judged(true, REF_EXCLUSIVE, REF_ADD, (double[]){-0.0, -0.0, 1}, (double[]){0.0, -0.0, -0.0}, 3, "exclusive zeros");
  judged(false, REF_EXCLUSIVE, REF_ADD, (double[]){-0.0, -0.0}, (double[]){-0.0, -0.0}, 2, "identity is +0.0");
  judged(false, REF_EXCLUSIVE, REF_ADD, (double[]){-0.0, -0.0}, (double[]){0.0, 0.0}, 2, "rank 1 is rank 0's bits");
  judged(true, REF_EXCLUSIVE, REF_MUL, x, (double[]){1, 1, 2}, 3, "exclusive product");
  judged(false, REF_EXCLUSIVE, REF_MUL, (double[]){-2, 3, 1}, (double[]){1, -2, 6}, 3, "product of the wrong sign");
  judged(false, REF_EXCLUSIVE, REF_MIN, x, (double[]){0, 1, 1}, 3, "rank 0 of an exclusive min is +infinity");
  judged(true, REF_INCLUSIVE, REF_ADD, (double[]){INFINITY, -INFINITY}, (double[]){INFINITY, NAN}, 2, "inf - inf");
}

int reference_main(int argc, char **argv) {
  (void)argc, (void)argv;
  const size_t size[3] = {16, 4, 2};
  test_half();
  test_identities();
  test_worked_example();
  test_operators();
  test_tree();
  test_judge();
  check(ref_rank(size, 3, 2, 1) == 99, "rank in three dimensions");
  printf("%u passed, %u failed, 0 skipped\n", passed, failed);
  return failed != 0;
}
