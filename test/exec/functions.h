/* Every work-group function, each by itself: reductions, scans and votes in functions.c, broadcasts in broadcasts.c. */
#ifndef CLGROUP_TEST_FUNCTIONS_H
#define CLGROUP_TEST_FUNCTIONS_H

#include "reference.h"
#include "suite.h"

/* What one program is tested with. */
struct subject {
  const char *prefix; /* of its tests' names */
  enum ref_type type;
  bool ops[REF_OPS];
  bool families[REF_FAMILIES];
  bool broadcast;
  const size_t *required; /* the kernels' reqd_work_group_size; NULL: they have none */
  const char *options;
  int mode; /* REF_STRICT or REF_RELAXED */
  size_t max_size;
  const struct suite_shape *shapes;
  unsigned shape_count;
};

/* The name of a test, and the test: the broadcast with form + 1 coordinates, in work-groups of the shape. */
void broadcast_name(char *name, const struct subject *u, unsigned form, const char *shape);
void run_broadcast(const struct suite *s, cl_program program, const struct subject *u, const struct suite_shape *of,
                   unsigned form, const char *text);

#endif
