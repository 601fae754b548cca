/* The functions of groups that are tested: what a kernel calls, and what it must get. */
#ifndef COOPERATIVE_FUNCTIONS_H
#define COOPERATIVE_FUNCTIONS_H

#include "groups.h"

#include "reference.h"

/* What a function is to give one work-item, of a work-group of n. */
struct question {
  const struct function *f;
  const struct group_kind *kind;
  const struct item *items; /* the work-group's, by rank */
  const struct members *m;
  size_t n;
};
typedef struct value expectation(const struct question *q);

struct function {
  char name[64], call[320]; /* `call` is a slot, in C++ */
  expectation *expect;
  const struct composed *type; /* of the values; NULL: uint */
  enum ref_op op;              /* of uint */
  bool needs_groups;           /* a second work-group in each direction */
};

enum { MAX_FUNCTIONS = 128 };

/* The functions of a group; with `quick` on few types. Returns how many. */
unsigned functions_of(const struct group_kind *kind, bool quick, struct function *functions);

/* The program: a kernel per function, called as the function is. */
char *functions_text(const struct group_kind *kind, const struct function *functions, unsigned count);

#endif
