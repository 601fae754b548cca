/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values of 1 to 32 bytes and how operators combine them, in plain C. A value's bytes beyond its type's are 0. */
#ifndef EXEC_ALGEBRA_H
#define EXEC_ALGEBRA_H

#include "reference.h"

struct value {
  uint64_t words[4];
};

/* A type and an operator on it. Of the reference's, or one that is not commutative, on numbers of `bits` bits, which
 * wrap: pairs a, b, each of which stands for x -> a x + b, and an odd number at the end for x -> x + a; a triangular
 * matrix a b / 0 c; a matrix a b / c d. */
struct algebra {
  const char *type; /* in the kernels */
  enum { SCALAR, PAIRS, TRIANGLE, MATRIX } kind;
  unsigned numbers, bits;
  enum ref_op op;
  enum ref_type scalar;
};

unsigned algebra_bytes(const struct algebra *a);
/* First x, then y. */
struct value algebra_combine(const struct algebra *a, struct value x, struct value y);
struct value algebra_identity(const struct algebra *a);
/* From a random number, a value which in products is seldom lost: one that has an inverse, or exact in any order. */
struct value algebra_operand(const struct algebra *a, uint64_t random);

#endif
