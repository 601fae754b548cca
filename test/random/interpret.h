/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the interpreter's halves share: statements (interpret.c) and expressions (evaluate.c). */
#ifndef CLGROUP_RANDOM_INTERPRET_H
#define CLGROUP_RANDOM_INTERPRET_H

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

/* Each has a number below this. */
enum { OPERATOR_ROWS = 38 };

struct operator_row {
  const char *name, *type; /* as in the functions' names; in OpenCL C */
  enum ref_type component; /* what each part is computed and picked as */
  unsigned parts;          /* 1, or 2: the map x -> part 0 * x + part 1, whose composition does not commute */
  unsigned bits;           /* of a part of two */
  unsigned by;             /* OpenCL C's operator, or OPERATORS */
  bool has_atomic;
};

struct operator_row operators_row(unsigned row);
/* One of those on this type, the first by 0; OPERATOR_ROWS where there is none. */
unsigned operators_on(enum ref_type type, unsigned which);

struct item {
  union value part[2];
};

/* The k-th item of a work-item that has these values. */
struct item operators_item(const struct operator_row *o, union value x, union value y, unsigned k);
struct item operators_combine(const struct operator_row *o, struct item a, struct item b);
struct item operators_identity(const struct operator_row *o);

struct frame {
  const struct function *f;
  union value **variables; /* n values of each element */
  bool *left;              /* work-items that have broken out, continued or returned */
  bool *broken, *continued;
  union value *result;
};

struct group {
  struct pile pile;
  const struct program *p;
  struct case_launch *launch;
  size_t n, local[3], full[3], id[3], groups[3], offset[3], index, total;
  size_t first; /* where its elements start in buffers */
};

/* Memory is g->pile's: who adds to it takes it away. All functions compute for the work-items of `active`, or for all
 * where it is NULL. */
void evaluate(struct group *g, struct frame *f, const struct expression *e, const bool *active, union value *out);
/* To a slot of the output of that type. */
void store(struct group *g, unsigned slot, enum ref_type type, const bool *active, const union value *x);
/* An operator's call of those operands, and a statement that updates a counter by one. */
void operator_call(struct group *g, const struct expression *e, const bool *active, union value *const *x,
                   union value *out);
void update_counter(struct group *g, struct frame *f, const struct statement *s, const bool *active);
void run_block(struct group *g, struct frame *f, const struct block *b, bool *active);

struct frame frame_open(struct group *g, const struct function *f);

/* The kernel's argument that holds inputs of the type, and an argument's element, as it is now. */
unsigned input(enum ref_type type);
union value load(const struct group *g, unsigned argument, size_t at);

/* Ends the process: the program is not legal. */
void illegal(const char *what);
void check_uniform(const struct group *g, const struct expression *e, const union value *x);
bool all_active(const struct group *g, const bool *active);
bool any_active(const struct group *g, const bool *active);
/* So many for each work-item, all 0. */
union value *values(struct group *g, size_t count);
/* What was computed for the work-items of `which`, for each element of the shape. */
void take(const struct group *g, struct shape shape, const bool *which, union value *to, const union value *from);

#endif
