/* Values of all types, and what operators make of them: the interpreter's own, which shares nothing with the library.
 */
#ifndef CLGROUP_RANDOM_VALUES_H
#define CLGROUP_RANDOM_VALUES_H

#include "tree.h"

union value {
  uint64_t i; /* of an integer: as 64 bits, extended from its own width */
  double f;   /* all floats that a program makes are small integers, powers of two, or infinite */
};

uint64_t value_wrap(enum ref_type type, uint64_t i);
union value value_number(enum ref_type type, int64_t n);
bool value_less(enum ref_type type, union value a, union value b);
bool value_equal(enum ref_type type, union value a, union value b);

/* A work-group function's operator: the conversion of each operand, the combination of two, and the identity. */
union value value_truth(unsigned by, union value v);
union value value_combine(enum ref_type type, unsigned by, union value a, union value b);
union value value_identity(enum ref_type type, unsigned by);

/* Whether the type holds the number, so that no step has rounded it. */
bool value_exact(enum ref_type type, union value v);

/* `what` is a symbol of binary_symbols. */
union value value_binary(enum ref_type type, unsigned what, union value a, union value b);

/* Element `at` of the argument's memory, and of what it must hold after the launch. */
union value value_load(const struct case_argument *a, const void *memory, size_t at);
void value_store(const struct case_argument *a, size_t at, union value v);

#endif
