/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One run of the tests: what it runs on, and what of it was asked for. */
#ifndef EXEC_SUITE_H
#define EXEC_SUITE_H

#include "launch.h"
#include "program.h"

#include <stdbool.h>

enum { SUITE_MAX_SHAPES = 80, SUITE_NAME = 256 };

struct suite {
  const struct device *device;
  struct builder *builder;
  const char *filter;          /* a glob that the names of tests must match; NULL: all */
  const char *const *excludes; /* globs that they must not match, up to NULL; NULL: none */
  bool quick;
  unsigned long max_size; /* the largest work-group */
  size_t items;           /* about how many work-items a launch has */
  unsigned long seed;
  struct suite_shape shapes[SUITE_MAX_SHAPES];
  unsigned shape_count;
};

/* Fills in max_size, items and the shapes; what the device cannot run is a named skip. max_size 0: the device's. */
void suite_prepare(struct suite *s);

/* Whether a filter and the globs of tests that are not wanted, either of which may be NULL, choose a test of this name.
 */
bool test_is_wanted(const char *filter, const char *const *excludes, const char *name);
bool suite_wants(const struct suite *s, const char *name);

/* Of a list of shapes (shapes_next), those that the device and max_size allow; there must be room for one more. */
unsigned suite_shapes(const struct suite *s, const char *list, struct suite_shape *shapes);

/* Whether the test is wanted that is called NAME/SHAPE, in any of these shapes. */
bool suite_wants_any(const struct suite *s, const char *name, const struct suite_shape *shapes, unsigned count);
/* Writes a shape as in the tests' names. */
void suite_shape_name(const struct suite_shape *shape, char *text, size_t size);

/* How many work-groups of `local` make a launch of the usual size: at least `least`, at most `most`. */
size_t suite_groups(const struct suite *s, const size_t local[3], size_t least, size_t most);

/* The tests; each has its own file. */
void run_functions(struct suite *s); /* every function of every type, in every shape */
void run_lone(struct suite *s);      /* each function alone in its program, with scratch for no more than it needs */
void run_required(struct suite *s);  /* for GPUs: with reqd_work_group_size, and no option that says how large */
void run_options(struct suite *s);   /* under compiler options */
void run_votes(struct suite *s);
void run_null_size(struct suite *s); /* where the driver picks the size of the work-groups */
void run_calls(struct suite *s);     /* how calls follow one another */

#endif
