/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The judge of functions that groups of work-items call: runs a test's kernel over shapes of work-groups, and compares
 * what each work-item got with what plain C says of it as a member of its group. A suite supplies tests: kernels,
 * operands, who is in a group, and what its members are to get. */
#ifndef EXEC_JUDGE_H
#define EXEC_JUDGE_H

#include "algebra.h"
#include "launch.h"
#include "job.h"

enum { MOST_ITEMS = 1024, MOST_COLUMNS = 40, MOST_TESTS = 128 };

/* What a work-item is given; `in` of the kernels is an array of these, `out` one of values. */
struct item {
  struct value x;
  uint32_t a;      /* any, all odd, all even, a few odd, a few even */
  uint32_t branch; /* 0 or 1: which arm it takes */
};

/* A work-group of a launch. The arrays are by rank. */
struct work_group {
  const struct shape *shape;
  size_t number, n; /* which one, and its work-items */
  unsigned launch;  /* as of a draw */
  size_t lanes;     /* of a full sub-group, by clGetKernelSubGroupInfo; 0: not known */
  uint32_t shared;  /* a random number: shared_words[group] of the kernel */
  const struct item *in;
  const struct value *out;         /* of the launch */
  size_t at[MOST_ITEMS];           /* where a work-item is in these */
  struct value places[MOST_ITEMS]; /* the number of its sub-group and its lane, and two more words of the test's */
};

/* Work-items that make a call together. */
struct members {
  const struct test *test;
  const struct work_group *w;
  unsigned count, own;        /* how many, and whose result is asked for */
  unsigned ranks[MOST_ITEMS]; /* in the work-group */
  const struct value *sums;   /* sums[k]: of the first k elements, combined in order, k > 0 */
};

/* What a random operand is for. */
struct draw {
  unsigned number, launch; /* of the test's launches, and of those of this shape */
  size_t item;
  uint64_t random;
};

struct test {
  char name[64]; /* the kernel's; with what the program puts before and behind, the test's */
  char *body;    /* its statements, allocated by text_add; the judge frees it */
  const struct algebra *algebra;
  unsigned columns, bytes;        /* of the results; of each */
  unsigned elements;              /* that a member has: its x and those of the work-items that follow; at least 1 */
  unsigned work_groups, launches; /* of each launch, and for each shape */
  unsigned repeats; /* in so many of these, operands are all the same in one of three, and nearly so in one */
  /* The operand; NULL: of the algebra. */
  struct value (*operand)(const struct test *t, const struct draw *draw);
  /* Which group of the work-group a work-item is in. */
  uint64_t (*group)(const struct test *t, const struct work_group *w, unsigned rank);
  bool by_lanes; /* members are in the order of their lanes, else of their ranks */
  /* Writes what the member gets in each column; returns the set of those that are defined. */
  uint64_t (*expect)(const struct members *m, struct value *wanted);
  /* Whether it may get this; NULL: the same bytes. */
  bool (*accepts)(const struct members *m, const struct value *got, const struct value *wanted);
  /* What is wrong with a work-group's places, before it is judged, or with the launch, afterwards; or NULL. */
  char *(*judge_places)(const struct test *t, const struct work_group *w);
  char *(*judge_launch)(const struct test *t, const struct work_group *last);
  const char *undefined; /* why no result may be defined, which is a skip; NULL: it is a failure */
  struct value start[3]; /* what the last column of results begins with before; so many values */
  unsigned starts;
  /* The suite's. */
  const char *title; /* that is reported as the name; NULL: none */
  const void *data, *more;
  unsigned n, flags;
  bool is_local;
};

/* The members' own result in a column, and element k of a member. */
const struct value *member_got(const struct members *m, unsigned member, unsigned column);
struct value member_x(const struct members *m, unsigned member, unsigned k);
const struct item *member_item(const struct members *m, unsigned member);

/* What is compiled as one program. */
struct program {
  const char *name;            /* as its tests begin; of skips and failures to build */
  const char *prefix, *suffix; /* of the tests' names */
  const char *lacks;           /* why it cannot be run here; NULL: it can */
  const char *head;            /* what precedes the kernels, behind item and value */
  const char *attributes;      /* of the kernels */
  const char *shapes;          /* of work-groups, as shapes_next reads them */
  bool has_places;             /* kernels have sub-groups */
  struct source source;
  struct test *tests;
  unsigned count;
};

/* Builds the program of those tests that are asked for, and runs them. */
void judge_program(struct job *j, const struct program *p);

#endif
