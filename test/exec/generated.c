#include "generated.h"

#include "command.h"
#include "text.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "  --platform NAME  the first platform whose name holds NAME\n"
    "  --device NAME    the first device whose name holds NAME, or by its number in its platform\n"
    "  --filter GLOB    only tests whose name matches, as a shell would match it\n"
    "  --exclude GLOB   no tests whose name matches; may be repeated\n"
    "  --fail-fast      end at the first failure\n"
    "  -v, --verbose    a line per test that passes too\n"
    "  -h, --help       print this\n"
    "\n"
    "The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when a test failed; 2 when the tests\n"
    "cannot be run.\n";

bool generated_wants(const struct generated *g, const char *test) {
  for (unsigned i = 0; i < g->exclude_count; i++)
    if (!fnmatch(g->excludes[i], test, 0))
      return false;
  return !g->filter || !fnmatch(g->filter, test, 0);
}

cl_program generated_build(struct generated *g, const struct source *source, char *text, const char *name) {
  cl_program program = NULL;
  char *log = NULL;
  report_step(name);
  if (g->kernels)
    puts(text);
  else if (!(program = builder_build_text(&g->builder, source, text, &log)))
    report_fail(name, "the program is not built: %s", log);
  free(log);
  free(text);
  return program;
}

bool generated_launch(const struct device *d, cl_program program, const struct shape *shape,
                      const struct launch *launch, const char *name, unsigned number,
                      char *(*judge)(void *data, const void *out), void *data) {
  char text[64], *error = NULL;
  void *out = launch_run(d, program, shape, launch, &error);
  if (out && !error)
    error = judge(data, out);
  free(out);
  if (error) {
    shape_name(shape, text, sizeof text);
    report_fail(name, "work-groups of %s, launch %u: %s", text, number, error);
  }
  const bool good = !error;
  free(error);
  return good;
}

static void take_options(struct generated *g, int argc, char **argv, const struct argument *own, size_t own_count,
                         char **command) {
  enum { COMMON = 7, MOST = 32, EXCLUDES = sizeof g->excludes / sizeof *g->excludes };
  char *all = NULL;
  text_add(&all, "usage: %s [options]\n%s\n%s%s", g->program, g->about, g->usage, usage);
  for (int i = 1; i < argc;) {
    struct argument known[MOST] = {{"--platform", .text = &g->platform},
                                   {"--device", .text = &g->device},
                                   {"--filter", .text = &g->filter},
                                   {"-v", .flag = &g->report.verbose},
                                   {"--fail-fast", .flag = &g->report.fail_fast},
                                   {"--verbose", .flag = &g->report.verbose},
                                   {"--exclude", .text = &g->excludes[g->exclude_count]}};
    memcpy(known + COMMON, own, own_count * sizeof *own);
    i += command_take(command, known, COMMON + own_count, all, argv + i);
    g->exclude_count += g->excludes[g->exclude_count] != NULL;
    if (g->exclude_count == EXCLUDES)
      argument_error("too many options --exclude");
  }
  g->report.lists = g->kernels;
  free(all);
}

static int run_on_device(void *argument) {
  struct generated *g = argument;
  struct device device = {0};
  if (!device_open(&device, g->platform, g->device))
    return 2;
  g->builder.device = &device;
  printf("%s, %s: %s%s\n", device.platform_name, device.name, g->how ? "" : "strategy ",
         g->how ? g->how : g->builder.strategy);
  const int status = g->run(g);
  builder_release(&g->builder);
  device_close(&device);
  return status;
}

int generated_main(struct generated *g, int argc, char **argv, const struct argument *own, size_t own_count) {
  char *folder = program_folder(), *compiler = NULL, *command = NULL;
  int status = 2;
  text_add(&compiler, "%s/clgroup-cc", folder);
  g->builder.compiler = compiler;
  if (!g->builder.strategy)
    g->builder.strategy = "subgroup";
  g->report.timeout = 600;
  command_print_program(&command, argv[0]);
  take_options(g, argc, argv, own, own_count, &command);
  g->report.command = command;
  /* The watching process makes and removes the folder, so that a crash leaves nothing. */
  if (g->ready && !g->ready(g)) {
    status = g->status;
  } else if (builder_make_folder(&g->builder)) {
    status = report_run(&g->report, run_on_device, g);
    builder_remove_folder(&g->builder);
  }
  free(g->how);
  free(folder);
  free(compiler);
  free(command);
  return status;
}
