/* What the programs share that judge functions by kernels: options, a device, clgroup-cc, a process that may crash; and
 * what those share that write their kernels themselves. */
#ifndef EXEC_GENERATED_H
#define EXEC_GENERATED_H

#include "launch.h"
#include "program.h"
#include "report.h"
#include "tool/arguments.h"

struct generated {
  const char *program, *about, *usage; /* its name, and what --help prints: what it does, and its own options */
  bool (*ready)(void *); /* ready(g), with the options read: whether tests are to run, else *status is it; or NULL */
  int (*run)(void *);    /* runs the tests: run(g) with the device open */
  int status;
  char *how;                                            /* what is printed behind the device; NULL: the strategy */
  const char *platform, *device, *filter, *excludes[8]; /* with a NULL at the end */
  unsigned exclude_count;
  bool kernels; /* print the kernels, and do not run them */
  struct builder builder;
  struct report_options report;
};

/* Reads the command line, with the program's own options, opens the device and runs the tests, by strategy subgroup
 * unless the builder or an option says otherwise, in a process of their own (report.h). Returns the exit status. */
int generated_main(struct generated *g, int argc, char **argv, const struct argument *own, size_t own_count);

/* Whether the options choose the test of this name. */
bool generated_wants(const struct generated *g, const char *test);

/* Builds the program of a text, which it frees, for the tests of that name. NULL: nothing is to be run, since it was
 * not built, which is reported, or only printed. */
cl_program generated_build(struct generated *g, const struct source *source, char *text, const char *name);

/* Runs a kernel over a shape, and has the output judged: `judge` returns what is wrong, to be freed, or NULL. Returns
 * whether all is right, and reports what is not; `number` is of the launch. */
bool generated_launch(const struct device *d, cl_program program, const struct shape *shape,
                      const struct launch *launch, const char *name, unsigned number,
                      char *(*judge)(void *data, const void *out), void *data);

#endif
