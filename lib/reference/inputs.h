/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The operands that the work-items of a group pass to a work-group function. */
#ifndef REFERENCE_INPUTS_H
#define REFERENCE_INPUTS_H

#include "reference.h"
#include "splitmix.h"

/* The kind that is random: all bits of an integer; reals of mixed sign and size. */
enum { INPUT_RANDOM = 0 };

/* One group's operands: a kind and its numbers. */
struct input {
  unsigned kind;
  unsigned background, odd; /* which values, for the kinds that hold values by name */
  size_t rank;              /* where the odd one is */
  uint64_t seed;
};

struct input_rules {
  bool specials;  /* NaN, infinities, -0.0 and values that overflow */
  bool denormals; /* the device keeps denormals of this type */
};

/* Plans operands for `groups` work-groups of up to n work-items: random ones, all of one value, one odd item at each
 * rank, ... All of them if there is room, else the basic ones and a choice made by `seed`. */
void inputs_plan(enum ref_type type, const struct input_rules *rules, size_t n, size_t groups, uint64_t seed,
                 struct input *plan);
/* The number of groups needed for all of them. */
size_t inputs_wanted(enum ref_type type, const struct input_rules *rules, size_t n);

/* From a random number, a value with which folds of a work-group are exact in any order, and seldom trivial. */
uint64_t input_exact(enum ref_op op, enum ref_type type, uint64_t random);
/* The same of a float: of both signs, with which products and sums round; any of the special ones; one of these. */
enum input_special { SPECIAL_ROUNDS, SPECIAL_ANY, SPECIAL_NAN, SPECIAL_NEGATIVE_ZERO, SPECIAL_ZERO };
uint64_t input_special(enum input_special kind, enum ref_type type, uint64_t random);

/* Writes the operands of a group of n work-items as bits. */
void inputs_fill(enum ref_type type, const struct input *input, size_t n, uint64_t *x);
/* Describes them: "NaN, but 1 at rank 3". */
void inputs_describe(const struct input *input, char *text, size_t size);

#endif
