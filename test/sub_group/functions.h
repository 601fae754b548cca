/* The sub-group functions: a kernel's expression for each, and what it is to give, in plain C that shares nothing with
 * the library. */
#ifndef SUB_GROUP_FUNCTIONS_H
#define SUB_GROUP_FUNCTIONS_H

#include "values.h"

#include <stddef.h>

enum { MAX_LANES = 64, MAX_ELEMENTS = 16, MAX_TESTS = 128 };

/* One sub-group and its place in the launch. */
struct lanes {
  unsigned size, full;                 /* work-items in it, and in a full one */
  unsigned id, count, enqueued_count;  /* the last: 0 if not known */
  uint64_t x[MAX_LANES][MAX_ELEMENTS]; /* each lane's operand; of a vector, its elements */
  int32_t a[MAX_LANES];                /* its second operand: a predicate or an index */
  size_t item[MAX_LANES];              /* each lane's, of the launch */
  uint32_t u;                          /* a number that the work-group shares */
};

struct test {
  char name[64];
  char result[160]; /* the expression of a kernel, a ulong */
  /* What the lane gets if these lanes make the call; false: undefined. */
  bool (*expect)(const struct test *t, const struct lanes *s, uint64_t members, unsigned lane, uint64_t *value);
  const char *before; /* statements before it, or NULL */
  enum ref_op op;
  bool folds;     /* a reduce or a scan */
  bool divergent; /* may be called by some lanes: it is, by two parts of the sub-group in turn */
  enum ref_type type;
  unsigned cluster, elements;
};

/* What is compiled as one program: the functions of an extension, for one type. */
struct family {
  const char *name, *extensions; /* what a driver of its own needs; NULL: clgroup alone promises these */
  bool is_typed, divergent;
  const struct test *rows; /* functions without variants */
  unsigned row_count;
  unsigned (*list)(enum ref_type type, unsigned lanes, struct test *tests); /* those with; or NULL */
};

enum { FAMILIES = 14 };
extern const struct family families[FAMILIES];
unsigned family_tests(const struct family *f, enum ref_type type, unsigned lanes, struct test *tests);

#endif
