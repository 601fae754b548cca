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
  const struct program *p;
  struct case_launch *launch;
  size_t n, local[3], full[3], id[3], groups[3], offset[3], index, total;
  size_t first; /* where its elements start in buffers */
};

/* All functions compute for the work-items of `active`, or for all where it is NULL. */
void evaluate(struct group *g, struct frame *f, const struct expression *e, const bool *active, union value *out);
const struct case_argument *input(const struct group *g, enum ref_type type);
/* A vector or struct, element by element, or a scalar. */
void evaluate_whole(struct group *g, struct frame *f, const struct expression *e, const bool *active, union value *out);
/* To a slot of the output of that type. */
void store(struct group *g, unsigned slot, enum ref_type type, const bool *active, const union value *x);
/* An operator's call, and a statement that updates a counter by it. */
void evaluate_operator(struct group *g, struct frame *f, const struct expression *e, const bool *active,
                       union value *out);
void update_counter(struct group *g, struct frame *f, const struct statement *s, const bool *active);
void run_block(struct group *g, struct frame *f, const struct block *b, bool *active);

struct frame frame_open(const struct group *g, const struct function *f);
void frame_close(struct frame *frame);

/* Ends the process: the program is not legal. */
void illegal(const char *what);
bool all_active(const struct group *g, const bool *active);
/* One for each work-item. */
union value *values(const struct group *g);
/* What was computed for the work-items of `which`, for each element of the shape. */
void take(const struct group *g, struct shape shape, const bool *which, union value *to, const union value *from);

#endif
