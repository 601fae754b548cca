/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "job.h"

#include "base/files.h"
#include "command.h"
#include "suite.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "  --strategy NAME  clgroup-cc's option\n"
    "  --quick          fewer and smaller tests\n"
    "  --platform NAME  the first platform whose name contains NAME\n"
    "  --device NAME    the first device whose name contains NAME, or the device's number in its platform\n"
    "  --filter GLOB    only tests whose names match this shell pattern\n"
    "  --exclude GLOB   no tests whose names match; may be repeated\n"
    "  --fail-fast      end at the first failure\n"
    "  -v, --verbose    also print a line for each test that passes\n"
    "  -h, --help       print this\n"
    "\n"
    "The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when a test failed; 2 when the tests\n"
    "cannot be run.\n";

const char *const way_names[] = {"module", "link", "native", "rewrite", "source", "il", "clang", NULL};

unsigned job_choice(const char *option, const char *text, const char *const *names) {
  char *error = NULL;
  for (unsigned i = 0; names[i]; i++)
    if (!strcmp(names[i], text))
      return i;
  text_add(&error, "%s knows no '%s': one of", option, text);
  for (unsigned i = 0; names[i]; i++)
    text_add(&error, " %s", names[i]);
  argument_error("%s", error);
}

bool job_wants(const struct job *j, const char *test) {
  return test_is_wanted(j->filter, j->excludes, test);
}

static void take_options(struct job *j, int argc, char **argv, const struct argument *own, size_t own_count,
                         char **command) {
  enum { COMMON = 9, MOST = 32, EXCLUDES = sizeof j->excludes / sizeof *j->excludes };
  char *all = NULL;
  text_add(&all, "usage: %s [options]\n%s\n%s%s", argv[0], j->about, j->usage, usage);
  for (int i = 1; i < argc;) {
    struct argument known[MOST] = {{"--platform", .text = &j->platform},
                                   {"--device", .text = &j->device},
                                   {"--filter", .text = &j->filter},
                                   {"--strategy", .text = &j->builder.strategy},
                                   {"--quick", .flag = &j->quick},
                                   {"-v", .flag = &j->report.verbose},
                                   {"--fail-fast", .flag = &j->report.fail_fast},
                                   {"--verbose", .flag = &j->report.verbose},
                                   {"--exclude", .text = &j->excludes[j->exclude_count]}};
    memcpy(known + COMMON, own, own_count * sizeof *own);
    i += command_take(command, known, COMMON + own_count, all, argv + i);
    j->exclude_count += j->excludes[j->exclude_count] != NULL;
    if (j->exclude_count == EXCLUDES)
      argument_error("too many options --exclude");
  }
  j->report.lists = j->kernels;
  free(all);
}

static int run_on_device(void *argument) {
  struct job *j = argument;
  struct device device = {0};
  if (!device_open(&device, j->platform, j->device))
    return 2;
  j->builder.device = &device;
  printf("%s, %s: %s%s\n", device.platform_name, device.name, j->how ? "" : "strategy ",
         j->how ? j->how : j->builder.strategy);
  const int status = j->run(j);
  builder_release(&j->builder);
  device_close(&device);
  return status;
}

int job_main(struct job *j, int argc, char **argv, const struct argument *own, size_t own_count) {
  char *folder = program_folder(), *compiler = NULL, *command = NULL;
  int status = 2;
  text_add(&compiler, "%s/clgroup-cc", folder);
  j->builder.compiler = compiler;
  if (!j->builder.strategy)
    j->builder.strategy = "subgroup";
  j->report.timeout = 600;
  command_print_program(&command, argv[0]);
  take_options(j, argc, argv, own, own_count, &command);
  j->report.command = command;
  /* The watching process makes and removes the folder, so that a crash leaves nothing. */
  if (j->ready && !j->ready(j)) {
    status = j->status;
  } else if (builder_make_folder(&j->builder)) {
    status = report_run(&j->report, run_on_device, j);
    clgroup_tree_remove(j->builder.folder);
  }
  free(j->how);
  free(folder);
  free(compiler);
  free(command);
  return status;
}
