/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The suites: kept cases, random programs, and those of cooperative groups. */
#ifndef CLGROUP_RANDOM_RANDOM_H
#define CLGROUP_RANDOM_RANDOM_H

#include "bed.h"

struct random_options {
  unsigned long seed, count;     /* programs of seed, seed + 1, ... */
  unsigned long minutes;         /* 0: no limit */
  bool all_ways;                 /* each program by all; else by one after the other */
  bool groups;                   /* of cooperative groups (groups.h), by those ways that take C++ */
  struct generate_limits limits; /* no more than the device can do */
  const char *folder;            /* where each failure goes as a case, reduced; NULL: nowhere */
  unsigned long reduce_minutes;  /* that one may take */
};

/* Each returns the exit status. */
int random_run(struct bed *b, const struct random_options *o);
int replay(struct bed *b, char *const *files);
int random_selftest(void);

struct builtins_options {
  const char *clang;     /* whose header */
  const char *standards; /* such as "CL1.2,CL3.0" */
  const char *names;     /* a pattern of declarations; NULL: all */
  bool some;             /* a sample that has each name */
  const char *compile;   /* clgroup-cc with arguments, as a command of the shell, which is all that is done; NULL: no */
};

/* Returns the exit status. */
int builtins_run(struct bed *b, const struct builtins_options *o);

#endif
