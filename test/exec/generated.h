/* What the programs share that judge functions of a header by kernels which they write themselves: options, a device,
 * clgroup-cc, a process that may crash. */
#ifndef EXEC_GENERATED_H
#define EXEC_GENERATED_H

#include "program.h"
#include "report.h"

struct generated {
  const char *program, *usage; /* its name, and what --help prints */
  const char *platform, *device, *filter, *excludes[8];
  unsigned exclude_count;
  bool kernels; /* print the kernels, and do not run them */
  struct builder builder;
  struct report_options report;
};

/* An option of one program alone: a flag, or one with a value. */
struct generated_option {
  const char *name;
  bool *flag;
  const char **value;
};

/* Reads the command line, whose common options are --platform, --device, --filter, --exclude, --kernels, -v and -h, and
 * runs the tests, run(g), in a process of their own (report.h). Returns the exit status. */
int generated_main(struct generated *g, int argc, char **argv, const struct generated_option *own, unsigned own_count,
                   int (*run)(void *));

/* Whether the options choose the test of this name. */
bool generated_wants(const struct generated *g, const char *test);

/* Builds the program of a text, which it frees, for the tests of that name. NULL: nothing is to be run, since it was
 * not built, which is reported, or only printed. */
cl_program generated_build(struct generated *g, const struct source *source, char *text, const char *name);

#endif
