/* The types and operators of the sub-group functions, in plain C. A value of any type is passed as its bits. */
#ifndef SUB_GROUP_VALUES_H
#define SUB_GROUP_VALUES_H

#include <stdbool.h>
#include <stdint.h>

struct type {
  const char *name, *word; /* the unsigned integer of the same size */
  unsigned bytes;
  enum { TYPE_SIGNED, TYPE_UNSIGNED, TYPE_FLOAT } kind;
};

enum { TYPES = 11 };
extern const struct type types[TYPES];

enum op {
  OP_ADD,
  OP_MIN,
  OP_MAX,
  OP_MUL,
  OP_AND,
  OP_OR,
  OP_XOR,
  OP_LOGICAL_AND,
  OP_LOGICAL_OR,
  OP_LOGICAL_XOR,
  OPERATORS
};

extern const char *const operator_names[OPERATORS];
/* Integers alone have the bitwise ones, int alone the logical ones. */
bool operator_takes(enum op op, const struct type *type);

uint64_t value_identity(enum op op, const struct type *type);
uint64_t value_combine(enum op op, const struct type *type, uint64_t a, uint64_t b);
/* What the operator's folds start from a single value: itself, or whether it is not 0. */
uint64_t value_prepare(enum op op, uint64_t x);

/* Whether a function may give `got` where `wanted` is computed: of floats, another NaN; in min and max another zero. */
bool value_same(enum op op, const struct type *type, uint64_t got, uint64_t wanted);

/* The same of a float that SPECIAL_ROUNDS values were combined to, up to 64 of them in any order. */
bool value_near(enum op op, const struct type *type, uint64_t got, uint64_t wanted);

/* From a random number, a float of one of these kinds. */
enum special { SPECIAL_ROUNDS, SPECIAL_ANY, SPECIAL_NAN, SPECIAL_NEGATIVE_ZERO, SPECIAL_ZERO };
uint64_t value_special(enum special kind, const struct type *type, uint64_t random);

/* From a random number, a value with which folds of 64 lanes are exact in any order, and seldom trivial. */
uint64_t value_random(enum op op, const struct type *type, uint64_t random);

#endif
