/* clgroup-scans: judges the functions of <clgroup/operator.h> on an OpenCL device. */
#include "judge.h"
#include "program.h"
#include "report.h"
#include "text.h"
#include "tool/output.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: clgroup-scans [options]\n"
    "Judges the reduces and scans of <clgroup/operator.h>, which clgroup-cc compiles, on an OpenCL device against a\n"
    "reference in plain C.\n"
    "\n"
    "  --platform NAME      the first platform whose name holds NAME\n"
    "  --device NAME        the first device whose name holds NAME\n"
    "  --strategy S         clgroup-cc's (subgroup)\n"
    "  --sub-group-size N   what the kernels promise and, where the device can, ask for\n"
    "  --filter GLOB        only tests whose name, OPERATOR.TYPE.TEST, matches, as a shell would match it\n"
    "  --exclude GLOB       no tests whose name matches; may be repeated\n"
    "  --quick              fewer operators, types and tests\n"
    "  --kernels            print the kernels, and do not run them\n"
    "  -v, --verbose        a line per test that passes too\n"
    "  -h, --help           print this\n"
    "\n"
    "The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when a test failed; 2 when the tests\n"
    "cannot be run.\n";

struct options {
  const char *platform, *device, *size, *filter, *excludes[8];
  unsigned exclude_count;
  bool kernels, quick;
  struct builder builder;
  struct report_options report;
};

/* What <clgroup/operator_common.h> makes of the device. */
static struct context context_of(const struct options *o, const struct device *d) {
  const bool is_gpu = *d->target, shuffles = is_gpu || !strcmp(o->builder.strategy, "subgroup");
  struct context context = {.has_sub_groups = shuffles,
                            .has_coalesced = is_gpu || (shuffles && device_has(d, "cl_khr_subgroup_ballot")),
                            .is_quick = o->quick};
  context.promise = is_gpu ? 32 : shuffles ? 4 : 1;
  if (o->size) {
    context.promise = (unsigned)strtoul(o->size, NULL, 10);
    context.reqd = device_has(d, "cl_intel_required_subgroup_size") ? context.promise : 0;
  }
  return context;
}

static bool is_wanted(const struct options *o, const char *name) {
  for (unsigned i = 0; i < o->exclude_count; i++)
    if (!fnmatch(o->excludes[i], name, 0))
      return false;
  return !o->filter || !fnmatch(o->filter, name, 0);
}

static void run_operator(struct options *o, const struct device *d, const struct op *op) {
  static struct test tests[MAX_TESTS];
  static char names[MAX_TESTS][96];
  const struct context context = context_of(o, d);
  const unsigned all = kernels_list(op, &context, tests);
  char family[64], *log = NULL;
  unsigned count = 0;
  for (unsigned i = 0; i < all; i++) {
    kernels_name(&tests[i], family, sizeof family);
    snprintf(names[count], sizeof *names, "%.12s.%.12s.%.60s", op->name, op->type, family);
    if (is_wanted(o, names[count]))
      tests[count++] = tests[i];
  }
  if (!count)
    return;
  if (op->extension && !device_has(d, op->extension)) {
    report_skip(op->type, "%s has no %s", d->name, op->type);
    return;
  }
  report_step(op->type);
  char *text = kernels_text(op, &context, tests, count);
  if (o->kernels) {
    puts(text);
  } else {
    const struct source source = {.max_size = 256};
    cl_program program = builder_build_text(&o->builder, &source, text, &log);
    if (!program)
      report_fail(op->type, "the program is not built: %s", log);
    for (unsigned i = 0; program && i < count; i++) {
      report_step(names[i]);
      judge_test(d, program, op, &context, &tests[i], names[i]);
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
  o->builder.way = WAY_MODULE;
  printf("%s, %s, strategy %s\n", device.platform_name, device.name, o->builder.strategy);
  for (unsigned i = 0; i < op_count; i++)
    if (!o->quick || ops[i].is_quick)
      run_operator(o, &device, &ops[i]);
  builder_release(&o->builder);
  device_close(&device);
  return 0;
}

static int take(struct options *o, const char *name, const char *value) {
  if (!strcmp(name, "-v") || !strcmp(name, "--verbose"))
    return o->report.verbose = true;
  if (!strcmp(name, "--quick"))
    return o->quick = true;
  if (!strcmp(name, "--kernels"))
    return o->kernels = o->report.lists = true;
  if (!strcmp(name, "-h") || !strcmp(name, "--help")) {
    fputs(usage, stdout);
    exit(0);
  }
  const bool excludes = !strcmp(name, "--exclude") && o->exclude_count < sizeof o->excludes / sizeof *o->excludes;
  const char **text = !strcmp(name, "--platform")         ? &o->platform
                      : !strcmp(name, "--device")         ? &o->device
                      : !strcmp(name, "--strategy")       ? &o->builder.strategy
                      : !strcmp(name, "--sub-group-size") ? &o->size
                      : !strcmp(name, "--filter")         ? &o->filter
                      : excludes                          ? &o->excludes[o->exclude_count]
                                                          : NULL;
  if (!text || !value) {
    fprintf(stderr, "clgroup-scans: %s '%s': see clgroup-scans --help\n",
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
  text_add(&command, "%s", argv[0]);
  for (int i = 1; i < argc; i++)
    text_add(&command, " '%s'", argv[i]);
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
