/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-test: runs a suite of tests on an OpenCL device. */
#include "command.h"
#include "suites.h"
#include "tool/arguments.h"
#include "tool/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *about;
  int (*main)(int argc, char **argv);
} suites[] = {
    {"functions", "the work-group functions", functions_main},
    {"sub-groups", "the sub-group functions", sub_groups_main},
    {"scans", "the functions of <clgroup/operator.h>", scans_main},
    {"groups", "the groups of <clgroup/cooperative_groups.h>", groups_main},
    {"random", "random programs, those that failed once, and built-in functions", random_main},
    {"reference", "the reference of the other suites, against values worked out by hand; needs no device",
     reference_main},
};
enum { SUITES = sizeof suites / sizeof *suites };

int main(int argc, char **argv) {
  output_must_arrive();
  for (unsigned i = 0; i < SUITES && argc > 1; i++)
    if (!strcmp(argv[1], suites[i].name)) {
      char *command = NULL;
      command_print(&command, argv[0]);
      command_print(&command, argv[1]);
      argv[1] = command;
      const int status = suites[i].main(argc - 1, argv + 1);
      free(command);
      return status;
    }
  if (argc > 1 && strcmp(argv[1], "--help") != 0 && strcmp(argv[1], "-h") != 0)
    argument_error("no suite '%s'", argv[1]);
  printf("usage: clgroup-test SUITE [options]\nRuns tests on an OpenCL device. SUITE, each with its own --help, is one "
         "of\n");
  for (unsigned i = 0; i < SUITES; i++)
    printf("  %-12s %s\n", suites[i].name, suites[i].about);
  return argc > 1 ? 0 : 2;
}
