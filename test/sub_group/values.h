/* Operands of the sub-group functions, and what a function may give in place of what the reference computes. A value of
 * any type is passed as its bits. */
#ifndef SUB_GROUP_VALUES_H
#define SUB_GROUP_VALUES_H

#include "reference.h"

/* The unsigned integer of the type's size. */
const char *value_word(enum ref_type type);

/* Whether a function may give `got` where `wanted` is computed: of floats, another NaN; in min and max another zero. */
bool value_same(enum ref_op op, enum ref_type type, uint64_t got, uint64_t wanted);

/* The same of a float that SPECIAL_ROUNDS values were combined to, up to 64 of them in any order. */
bool value_near(enum ref_op op, enum ref_type type, uint64_t got, uint64_t wanted);

/* From a random number, a float of one of these kinds. */
enum special { SPECIAL_ROUNDS, SPECIAL_ANY, SPECIAL_NAN, SPECIAL_NEGATIVE_ZERO, SPECIAL_ZERO };
uint64_t value_special(enum special kind, enum ref_type type, uint64_t random);

/* From a random number, a value with which folds of 64 lanes are exact in any order, and seldom trivial. */
uint64_t value_random(enum ref_op op, enum ref_type type, uint64_t random);

#endif
