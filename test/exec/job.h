/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the suites that need a device have in common: their options, the device, a process of their own. */
#ifndef EXEC_JOB_H
#define EXEC_JOB_H

#include "program.h"
#include "report.h"
#include "tool/arguments.h"

enum { TEST_NAME = 256 };

struct job {
  const char *about, *usage; /* what --help prints: what the suite does, and its own options */
  bool (*ready)(void *); /* ready(j), with the options read: whether tests are to run, else *status is it; or NULL */
  int (*run)(void *);    /* runs the tests: run(j) with the device open */
  int status;
  char *how;                                            /* what is printed behind the device; NULL: the strategy */
  const char *platform, *device, *filter, *excludes[8]; /* with a NULL at the end */
  unsigned exclude_count;
  bool quick;
  bool kernels; /* print the kernels, and do not run them */
  struct builder builder;
  struct report_options report;
};

/* Reads the command line, with the suite's own options, opens the device and runs the tests, by strategy subgroup
 * unless the builder or an option says otherwise, in a process of their own (report.h). Returns the exit status. */
int job_main(struct job *j, int argc, char **argv, const struct argument *own, size_t own_count);

/* The ways' names in the order of enum way, up to NULL. */
extern const char *const way_names[];
/* The number of an option's value in such a list; ends the program, naming them, if it is not there. */
unsigned job_choice(const char *option, const char *text, const char *const *names);

/* Whether the options choose the test of this name. */
bool job_wants(const struct job *j, const char *test);

#endif
