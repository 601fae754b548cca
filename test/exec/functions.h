/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The suite `functions`: kernels that are launched over shapes of work-groups, with what each work-group must write. */
#ifndef CLGROUP_TEST_FUNCTIONS_H
#define CLGROUP_TEST_FUNCTIONS_H

#include "inputs.h"
#include "reference.h"
#include "suite.h"

/* A launch of a kernel. */
struct launched {
  const struct suite *suite;
  const struct kernel *kernel;
  struct shape shape;
  size_t n, groups;     /* work-items of a full work-group; work-groups */
  size_t *first;        /* of each work-group, in x */
  uint64_t *x;          /* the operands as bits, by work-group and rank */
  cl_uint *uniform;     /* a number for each work-group */
  struct input *inputs; /* where the operands are planned, each work-group's kind; else NULL */
};

struct kernel {
  const char *name;
  enum ref_type in, out;
  unsigned columns;
  bool is_one_test; /* of all columns; else each is one */
  bool repeats;     /* a second launch must give the same bits */
  bool in_place, has_local_argument;
  size_t fixed; /* the only work-group size that it takes; 0: any */
  /* The name of the test of a column, without prefix and shape. */
  void (*name_test)(const struct kernel *k, unsigned column, char *name, size_t size);
  /* How many work-groups to launch. */
  size_t (*count)(const struct kernel *k, const struct suite *s, const size_t local[3]);
  /* Fills in x and uniform. */
  void (*fill)(struct launched *l);
  /* Either: the results of a work-group, column after column; or the judgement of one column. */
  void (*expect)(const struct launched *l, size_t group, uint64_t *expected);
  bool (*judge)(const struct launched *l, size_t group, unsigned column, const uint64_t *got, struct ref_mismatch *m);
  /* Why the tests cannot run in this shape, or NULL; may be NULL. */
  const char *(*obstacle)(const struct kernel *k, const struct suite *s, const size_t local[3]);
  const void *data;
  unsigned form;
};

/* What is built as one program. */
struct kernels {
  const char *prefix, *what; /* of its tests' names; of the name of its build */
  const struct kernel *list;
  unsigned count;
  const struct suite_shape *shapes;
  unsigned shape_count;
};

/* Whether any test of the kernel is asked for. */
bool kernel_is_wanted(const struct suite *s, const struct kernels *p, const struct kernel *k);
/* Reports all tests of the kernel that are asked for as skipped, or, if `fails`, as failed. */
void kernel_report(const struct suite *s, const struct kernels *p, const struct kernel *k, bool fails, const char *why);

/* Builds the program and runs its kernels; where none is asked for it does nothing. */
void kernels_run(const struct suite *s, const struct kernels *p, const struct source *source);

#endif
