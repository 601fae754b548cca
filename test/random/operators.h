/* The operators of <clgroup/operator.h> that random programs use, and what they give: the interpreter's own. */
#ifndef CLGROUP_RANDOM_OPERATORS_H
#define CLGROUP_RANDOM_OPERATORS_H

#include "values.h"

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

#endif
