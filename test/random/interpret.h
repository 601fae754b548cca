/* What the interpreter's halves share: statements (interpret.c) and expressions (evaluate.c). */
#ifndef CLGROUP_RANDOM_INTERPRET_H
#define CLGROUP_RANDOM_INTERPRET_H

#include "values.h"

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
