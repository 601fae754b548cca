/* What the programs share that judge functions of a header by kernels which they write themselves: options, a device,
 * clgroup-cc, a process that may crash. */
#ifndef EXEC_GENERATED_H
#define EXEC_GENERATED_H

#include "launch.h"
#include "program.h"
#include "report.h"
#include "tool/arguments.h"

struct generated {
  const char *program, *about, *usage; /* its name, and what --help prints: what it does, and its own options */
  int (*run)(void *);                  /* runs the tests: run(g) with the device open */
  const char *platform, *device, *filter, *excludes[8];
  unsigned exclude_count;
  bool kernels; /* print the kernels, and do not run them */
  struct builder builder;
  struct report_options report;
};

/* Reads the command line, with the program's own options, opens the device and runs the tests, by strategy subgroup
 * unless an option says otherwise, in a process of their own (report.h). Returns the exit status. */
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
