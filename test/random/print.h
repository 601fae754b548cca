/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the parts of the printer share. */
#ifndef CLGROUP_RANDOM_PRINT_H
#define CLGROUP_RANDOM_PRINT_H

#include "base/buffer.h"
#include "tree.h"

struct printer {
  const struct program *p;
  const struct function *f;
  bool plain;
  struct clgroup_buffer out;
  int depth;
  unsigned types, structures; /* bits: what was named */
  struct pile *texts;         /* those that text_of() made, until the program is printed */
};

#define text_of(o, ...) pile_text((o)->texts, __VA_ARGS__)

extern const char *const work_group_names[];

extern const char *const print_suffixes[];

void print_text(struct printer *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The text with what the words of nodes.inc stand for. */
const char *filled(struct printer *o, const char *text, const struct expression *e);

/* How a function starts that each object defines. */
const char *print_shared(const struct printer *o);
/* The plain function that a work-group call stands for. */
const char *plain_name_of(struct printer *o, const struct expression *e);
/* What the program's functions use: macros, or plain functions. */
void print_declarations(struct printer *o);

/* Calls of operators, updates of counters, and what both need. */
const char *operator_call_of(struct printer *o, const struct expression *e);
const char *counter_update_of(struct printer *o, const struct statement *s);
void print_operators(struct printer *o);

const char *expression_of(struct printer *o, const struct expression *e);
/* Element `at`, or constant where that is NULL, of an array, vector or struct. */
const char *part_of(struct printer *o, unsigned variable, const struct expression *at, uint64_t constant);
/* A type's name, which is the program's own where it has typedefs. */
const char *print_type(struct printer *o, enum ref_type type);
const char *print_rank(const struct printer *o);
/* The number of work-items of a work-group that misses none. */
const char *print_full_size(const struct printer *o);
const char *shape_of(struct printer *o, struct shape shape);
/* Defines what the users name. */
void print_types(struct printer *o, const struct printer *users);

#endif
