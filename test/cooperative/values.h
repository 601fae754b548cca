/* The values that groups exchange, as bytes, and their compositions in plain C. */
#ifndef COOPERATIVE_VALUES_H
#define COOPERATIVE_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* Room for the largest value. */
struct value {
  uint64_t words[4];
};

/* Values of 1 to 32 bytes whose operator is not commutative: a, b stand for x -> a x + b; three numbers for a
 * triangular matrix a b / 0 c; four for a matrix a b / c d; more for pairs a, b, and an odd one for x -> x + a. Their
 * numbers have `bits` bits, and wrap. */
struct composed {
  const char *name; /* of the type in the kernels */
  unsigned numbers, bits;
};
enum { COMPOSED = 15, BYTES12 = 11, BYTES9 = 14 };
extern const struct composed composed[COMPOSED];

unsigned composed_bytes(const struct composed *type);
/* Makes of any bits a value that has an inverse: of others, products soon become 0. */
struct value composed_invertible(const struct composed *type, struct value any);
/* First a, then b. */
struct value compose(const struct composed *type, struct value a, struct value b);

#endif
