/* Declarations that the generator's files share. */
#ifndef CLGROUP_RANDOM_MAKE_H
#define CLGROUP_RANDOM_MAKE_H

#include "generate.h"
#include "tree.h"

struct maker {
  struct program *p;
  struct function *f; /* that is being made; those before it can be called */
  const struct generate_limits *limits;
  uint64_t state;
  unsigned budget; /* statements */
  bool half;       /* makes that type: a program in three */
  bool large;      /* more work-items than USUAL_SIZE */
};

/* The context of a statement. */
struct context {
  bool uniform; /* all work-items reach it, so it may call work-group functions */
  bool loop;    /* it may break out */
  bool in_switch, returns;
  unsigned deep;
};

/* No variable of a float type is farther from 0. */
#define VARIABLE_MOST 4096
/* Nor is one of type half: sums of two, and their products with small constants, are exact. */
#define HALF_MOST 512

uint64_t make_random(struct maker *m);
unsigned make_below(struct maker *m, unsigned n);
bool make_chance(struct maker *m, unsigned percent);
enum case_type make_type(struct maker *m);
enum case_type make_integer(struct maker *m);

struct expression *make_constant(enum case_type type, uint64_t value);
/* uniform: it must be. calls: it may call work-group functions. */
struct expression *make_expression(struct maker *m, enum case_type type, bool uniform, bool calls, unsigned depth);
struct expression *make_condition(struct maker *m, bool uniform, bool calls, unsigned depth);
/* The same, or clamped where it is a float that may be farther from 0. */
struct expression *make_bounded(struct expression *e, unsigned most);

/* A vector or a struct. */
struct shape make_shape(struct maker *m);
struct expression *make_whole(struct maker *m, struct shape shape, bool calls, unsigned depth);
/* A value that a variable of the shape can take. Only scalars are ever uniform. */
struct expression *make_value(struct maker *m, struct shape shape, bool uniform, bool calls, unsigned depth);

#endif
