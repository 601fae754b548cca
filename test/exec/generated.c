#include "generated.h"

#include "command.h"
#include "text.h"
#include "tool/output.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "  --platform NAME  the first platform whose name holds NAME\n"
    "  --device NAME    the first device whose name holds NAME\n"
    "  --filter GLOB    only tests whose name matches, as a shell would match it\n"
    "  --exclude GLOB   no tests whose name matches; may be repeated\n"
    "  --kernels        print the kernels, and do not run them\n"
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

/* Takes one option and its value; returns how many words it took. */
static int take(struct generated *g, const struct generated_option *own, unsigned own_count, const char *name,
                const char *value) {
  if (!strcmp(name, "-v") || !strcmp(name, "--verbose"))
    return g->report.verbose = true;
  if (!strcmp(name, "--kernels"))
    return g->kernels = g->report.lists = true;
  if (!strcmp(name, "-h") || !strcmp(name, "--help")) {
    printf("usage: %s [options]\n%s\n%s%s", g->program, g->about, g->usage, usage);
    exit(0);
  }
  const bool excludes = !strcmp(name, "--exclude") && g->exclude_count < sizeof g->excludes / sizeof *g->excludes;
  const char **text = !strcmp(name, "--platform") ? &g->platform
                      : !strcmp(name, "--device") ? &g->device
                      : !strcmp(name, "--filter") ? &g->filter
                      : excludes                  ? &g->excludes[g->exclude_count]
                                                  : NULL;
  for (unsigned i = 0; i < own_count; i++) {
    if (strcmp(name, own[i].name) != 0)
      continue;
    if (own[i].flag)
      return *own[i].flag = true;
    text = own[i].value;
  }
  if (!text || !value) {
    fprintf(stderr, "%s: %s '%s': see %s --help\n", g->program, text ? "no value for option" : "unknown option", name,
            g->program);
    exit(2);
  }
  *text = value;
  g->exclude_count += excludes;
  return 2;
}

static int run_on_device(void *argument) {
  struct generated *g = argument;
  struct device device = {0};
  if (!device_open(&device, g->platform, g->device))
    return 2;
  g->builder.device = &device;
  printf("%s, %s, strategy %s\n", device.platform_name, device.name, g->builder.strategy);
  const int status = g->run(g);
  builder_release(&g->builder);
  device_close(&device);
  return status;
}

int generated_main(struct generated *g, int argc, char **argv, const struct generated_option *own, unsigned own_count) {
  output_must_arrive();
  char *folder = command_own_folder(), *compiler = NULL, *command = NULL;
  int status = 2;
  text_add(&compiler, "%s/clgroup-cc", folder ? folder : ".");
  g->builder.compiler = compiler;
  g->builder.strategy = "subgroup";
  g->report.timeout = 600;
  command_print_program(&command, argv[0]);
  for (int i = 1; i < argc;) {
    const int took = take(g, own, own_count, argv[i], argv[i + 1]);
    /* A failure names its own filter. */
    for (int k = i; k < i + took && strcmp(argv[i], "--filter") && strcmp(argv[i], "--fail-fast"); k++)
      command_print(&command, argv[k]);
    i += took;
  }
  g->report.command = command;
  /* The watching process makes and removes the folder, so that a crash leaves nothing. */
  if (builder_make_folder(&g->builder)) {
    status = report_run(&g->report, run_on_device, g);
    builder_remove_folder(&g->builder);
  }
  free(folder);
  free(compiler);
  free(command);
  return status;
}
