/* clgroup-sub-groups: judges the sub-group functions on an OpenCL device: the library's, where clgroup-cc compiles for
 * the device; else the driver's own, by which the reference is judged. */
#include "judge.h"
#include "kernels.h"
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
    "usage: clgroup-sub-groups [options]\n"
    "Judges the sub-group functions on an OpenCL device against a reference in plain C: clgroup's on the executor,\n"
    "the driver's own elsewhere.\n"
    "\n"
    "  --platform NAME  the first platform whose name holds NAME\n"
    "  --device NAME    the first device whose name holds NAME\n"
    "  --filter GLOB    only tests whose name matches, as a shell would match it\n"
    "  --exclude GLOB   no tests whose name matches; may be repeated\n"
    "  --full           only work-groups whose sub-groups are all full\n"
    "  --kernels        print the kernels, and do not run them\n"
    "  -v, --verbose    a line per test that passes too\n"
    "  -h, --help       print this\n"
    "\n"
    "The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when a test failed; 2 when the tests\n"
    "cannot be run.\n";

struct options {
  const char *platform, *device, *filter, *excludes[8];
  unsigned exclude_count;
  bool kernels, full;
  struct builder builder;
  struct report_options report;
};

/* Of a full sub-group; 0 where the driver chooses. */
static unsigned device_lanes(const struct device *d) {
  unsigned generation = 0;
  if (!*d->target)
    return 0;
  if (!strcmp(d->target, "nvptx64"))
    return 32;
  sscanf(d->march, "gfx%2u", &generation);
  return generation >= 10 && generation <= 12 && !strstr(d->option, "size64") ? 32 : 64;
}

/* Whether the device has the family for this type; else *why says what it lacks. */
static bool has(const struct device *d, const struct family *f, const struct type *type, char *why, size_t why_size) {
  char list[256];
  if ((type->kind == TYPE_FLOAT && type->bytes == 2 && !d->fp16) || (!strcmp(type->name, "double") && !d->fp64)) {
    snprintf(why, why_size, "no %s", type->name);
    return false;
  }
  if (*d->target)
    return true;
  snprintf(list, sizeof list, "%s%s", f->extensions, f->is_typed ? " cl_khr_subgroup_extended_types" : "");
  for (char *state, *word = strtok_r(list, " ", &state); word; word = strtok_r(NULL, " ", &state))
    if (!device_has(d, word) && !(d->max_sub_groups && !strcmp(word, "cl_khr_subgroups"))) {
      snprintf(why, why_size, "no %s", word);
      return false;
    }
  return true;
}

/* Of a test or a family of it: with the type, where there is a choice. */
static void full_name(const struct family *f, const struct type *type, const char *part, char *name, size_t size) {
  const bool typed = f->is_typed;
  snprintf(name, size, "%.63s%s%s", part, typed ? "." : "", typed ? type->name : "");
}

static bool is_wanted(const struct options *o, const char *name) {
  for (unsigned i = 0; i < o->exclude_count; i++)
    if (!fnmatch(o->excludes[i], name, 0))
      return false;
  return !o->filter || !fnmatch(o->filter, name, 0);
}

static void run_family(struct options *o, const struct device *d, const struct family *f, const struct type *type) {
  static struct test tests[MAX_TESTS];
  const unsigned lanes = device_lanes(d), all = f->list(type, lanes ? lanes : 4, tests);
  char names[MAX_TESTS][96], name[96], why[128], *log = NULL;
  unsigned count = 0;
  for (unsigned i = 0; i < all; i++) {
    full_name(f, type, tests[i].name, name, sizeof name);
    if (!is_wanted(o, name))
      continue;
    strcpy(names[count], name);
    tests[count++] = tests[i];
  }
  if (!count)
    return;
  full_name(f, type, f->name, name, sizeof name);
  if (!has(d, f, type, why, sizeof why)) {
    report_skip(name, "%s has %s", d->name, why);
    return;
  }
  report_step(name);
  char *text = kernels_text(type, tests, count);
  if (o->kernels) {
    puts(text);
  } else {
    const struct source source = {.max_size = 128};
    cl_program program = builder_build_text(&o->builder, &source, text, &log);
    if (!program)
      report_fail(name, "the program is not built: %s", log);
    for (unsigned i = 0; program && i < count; i++) {
      report_step(names[i]);
      judge_test(d, program, &tests[i], names[i], lanes, o->full);
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
  o->builder.way = *device.target ? WAY_MODULE : WAY_NATIVE;
  printf("%s, %s: %s\n", device.platform_name, device.name,
         *device.target ? "clgroup's functions" : "the driver's own");
  for (unsigned f = 0; f < FAMILIES; f++)
    for (unsigned t = 0; t < TYPES; t++)
      if (families[f].is_typed || !strcmp(types[t].name, "ulong"))
        run_family(o, &device, &families[f], &types[t]);
  builder_release(&o->builder);
  device_close(&device);
  return 0;
}

static int take(struct options *o, const char *name, const char *value) {
  if (!strcmp(name, "-v") || !strcmp(name, "--verbose"))
    return o->report.verbose = true;
  if (!strcmp(name, "--kernels"))
    return o->kernels = o->report.lists = true;
  if (!strcmp(name, "--full"))
    return o->full = true;
  if (!strcmp(name, "-h") || !strcmp(name, "--help")) {
    fputs(usage, stdout);
    exit(0);
  }
  const bool excludes = !strcmp(name, "--exclude") && o->exclude_count < sizeof o->excludes / sizeof *o->excludes;
  const char **text = !strcmp(name, "--platform") ? &o->platform
                      : !strcmp(name, "--device") ? &o->device
                      : !strcmp(name, "--filter") ? &o->filter
                      : excludes                  ? &o->excludes[o->exclude_count]
                                                  : NULL;
  if (!text || !value) {
    fprintf(stderr, "clgroup-sub-groups: %s '%s': see clgroup-sub-groups --help\n",
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
