/* clgroup-cooperative: judges clgroup/cooperative_groups.h on an OpenCL device, by kernels that clgroup-cc compiles. */
#include "atomics.h"
#include "judge.h"
#include "program.h"
#include "report.h"
#include "table.h"
#include "text.h"
#include "tool/output.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: clgroup-cooperative [options]\n"
    "Judges the groups of clgroup/cooperative_groups.h on an OpenCL device against a reference in plain C.\n"
    "\n"
    "  --platform NAME  the first platform whose name holds NAME\n"
    "  --device NAME    the first device whose name holds NAME\n"
    "  --strategy NAME  of clgroup-cc (subgroup): with another one all goes through local memory\n"
    "  --source         as any application builds its programs, under the layer, which chooses the strategy\n"
    "  --filter GLOB    only tests whose name, GROUP/FUNCTION, matches\n"
    "  --exclude GLOB   no tests whose name matches; may be repeated\n"
    "  --quick          a few shapes and types\n"
    "  --fail-fast      end at the first failure\n"
    "  --table FILE     only run the rows of that page's tables\n"
    "  --kernels        print the kernels, and do not run them\n"
    "  -v, --verbose    a line per test that passes too\n"
    "  -h, --help       print this\n"
    "\n"
    "The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when a test failed; 2 when the tests\n"
    "cannot be run.\n";

struct options {
  const char *platform, *device, *filter, *table, *excludes[8];
  unsigned exclude_count;
  bool quick, kernels, source;
  struct builder builder;
  struct report_options report;
};

static bool is_wanted(const struct options *o, const char *name) {
  for (unsigned i = 0; i < o->exclude_count; i++)
    if (!fnmatch(o->excludes[i], name, 0))
      return false;
  return !o->filter || !fnmatch(o->filter, name, 0);
}

/* Why the group cannot be tested; NULL: it can. */
static const char *obstacle(const struct options *o, const struct device *d, const struct group_kind *kind) {
  const bool shuffles = *d->target || !strcmp(o->builder.strategy, "subgroup");
  if (kind->divergence == ARMS_OF_TILES)
    return *d->target ? NULL : "a tile may be larger than a sub-group, and then all work-items must make the call";
  if (kind->tile)
    return NULL;
  if (!shuffles)
    return "coalesced groups need sub-groups, and the strategy has none";
  return *d->target || device_has(d, "cl_khr_subgroup_ballot") ? NULL : "the device has no cl_khr_subgroup_ballot";
}

static void run_group(struct options *o, const struct device *d, const struct group_kind *kind) {
  static struct function functions[MAX_FUNCTIONS];
  static char names[MAX_FUNCTIONS][128];
  const unsigned all = functions_of(kind, o->quick, functions);
  const char *why = obstacle(o, d, kind);
  unsigned count = 0;
  char *log = NULL;
  for (unsigned i = 0; i < all; i++) {
    snprintf(names[count], sizeof names[count], "%.32s/%.64s", kind->name, functions[i].name);
    if (is_wanted(o, names[count]))
      functions[count++] = functions[i];
  }
  if (!count)
    return;
  if (why) {
    report_skip(kind->name, "%s", why);
    return;
  }
  report_step(kind->name);
  char *text = functions_text(kind, functions, count);
  if (o->kernels) {
    puts(text);
  } else {
    const struct source source = {.standard = "CLC++2021", .max_size = kind->tile > 64 ? 1024 : 128};
    cl_program program = builder_build_text(&o->builder, &source, text, &log);
    if (!program)
      report_fail(kind->name, "the program is not built: %s", log);
    for (unsigned i = 0; program && i < count; i++) {
      report_step(names[i]);
      judge(d, program, kind, &functions[i], o->quick, names[i]);
    }
    if (program)
      clReleaseProgram(program);
  }
  free(log);
  free(text);
}

static int run_tests(void *argument) {
  struct options *o = argument;
  struct device device = {0};
  if (!device_open(&device, o->platform, o->device))
    return 2;
  o->builder.device = &device;
  o->builder.way = o->source ? WAY_SOURCE : WAY_MODULE;
  char why[256];
  if (o->source && !builder_layer_is_right(&o->builder, why, sizeof why)) {
    fprintf(stderr, "clgroup-cooperative: %s\n", why);
    return 2;
  }
  printf("%s, %s: strategy %s\n", device.platform_name, device.name, o->builder.strategy);
  if (o->table)
    table_test(&o->builder, o->table);
  for (unsigned i = 0; !o->table && i < GROUP_KINDS; i++)
    run_group(o, &device, &group_kinds[i]);
  for (unsigned i = 0; !o->kernels && !o->table && i < ATOMIC_TESTS; i++)
    if (is_wanted(o, atomic_name(i)))
      atomic_test(&o->builder, i);
  builder_release(&o->builder);
  device_close(&device);
  return 0;
}

static int take(struct options *o, const char *name, const char *value) {
  if (!strcmp(name, "-v") || !strcmp(name, "--verbose"))
    return o->report.verbose = true;
  if (!strcmp(name, "--fail-fast"))
    return o->report.fail_fast = true;
  if (!strcmp(name, "--source"))
    return o->source = true;
  if (!strcmp(name, "--quick"))
    return o->quick = true;
  if (!strcmp(name, "--kernels"))
    return o->kernels = o->report.lists = true;
  if (!strcmp(name, "-h") || !strcmp(name, "--help")) {
    fputs(usage, stdout);
    exit(0);
  }
  const bool excludes = !strcmp(name, "--exclude") && o->exclude_count < sizeof o->excludes / sizeof *o->excludes;
  const char **text = !strcmp(name, "--platform")   ? &o->platform
                      : !strcmp(name, "--device")   ? &o->device
                      : !strcmp(name, "--strategy") ? &o->builder.strategy
                      : !strcmp(name, "--table")    ? &o->table
                      : !strcmp(name, "--filter")   ? &o->filter
                      : excludes                    ? &o->excludes[o->exclude_count]
                                                    : NULL;
  if (!text || !value) {
    fprintf(stderr, "clgroup-cooperative: %s '%s': see clgroup-cooperative --help\n",
            text ? "no value for option" : "unknown option", name);
    exit(2);
  }
  *text = value;
  o->exclude_count += excludes;
  return 2;
}

int main(int argc, char **argv) {
  output_must_arrive();
  struct options o = {.builder = {.strategy = "subgroup"}, .report = {.timeout = 600}};
  char path[4096], *compiler = NULL, *command = NULL;
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  char *slash = strrchr(path, '/');
  text_add(&compiler, "%.*s/clgroup-cc", slash ? (int)(slash - path) : 0, path);
  o.builder.compiler = compiler;
  for (int i = 1; i < argc;)
    i += take(&o, argv[i], argv[i + 1]);
  text_add(&command, "%s --strategy %s", argv[0], o.builder.strategy);
  if (o.platform)
    text_add(&command, " --platform '%s'", o.platform);
  if (o.device)
    text_add(&command, " --device '%s'", o.device);
  o.report.command = command;
  int status = 2;
  /* The watching process makes and removes the folder, so that a crash leaves nothing. */
  if (builder_make_folder(&o.builder)) {
    status = report_run(&o.report, run_tests, &o);
    builder_remove_folder(&o.builder);
  }
  free(compiler);
  free(command);
  return status;
}
