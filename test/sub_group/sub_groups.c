/* The suite `sub-groups`: judges the sub-group functions on an OpenCL device: the library's, where clgroup-cc compiles
 * for the device; else the driver's own, by which the reference is judged. */
#include "generated.h"
#include "suites.h"
#include "judge.h"
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "Judges the sub-group functions on an OpenCL device against a reference in plain C: clgroup's on the executor,\n"
    "the driver's own elsewhere.\n";
static const char usage[] = "  --full           only work-groups whose sub-groups are all full\n"
                            "  --kernels        print the kernels, and do not run them\n";

struct options {
  struct generated common; /* first: run_tests gets it */
  bool full;
};

/* Whether the device has the family for this type; else *why says what it lacks. */
static bool has(const struct device *d, const struct family *f, enum ref_type type, char *why, size_t why_size) {
  char list[256];
  if ((type == REF_HALF && !d->fp16) || (type == REF_DOUBLE && !d->fp64)) {
    snprintf(why, why_size, "no %s", ref_type_name(type));
    return false;
  }
  if (*d->target)
    return true;
  if (!f->extensions) {
    snprintf(why, why_size, "no functions of clgroup's");
    return false;
  }
  snprintf(list, sizeof list, "%s%s", f->extensions, f->is_typed ? " cl_khr_subgroup_extended_types" : "");
  for (char *state, *word = strtok_r(list, " ", &state); word; word = strtok_r(NULL, " ", &state))
    if (!device_has(d, word) && !(d->max_sub_groups && !strcmp(word, "cl_khr_subgroups"))) {
      snprintf(why, why_size, "no %s", word);
      return false;
    }
  return true;
}

/* Of a test or a family of it: with the type, where there is a choice. */
static void full_name(const struct family *f, enum ref_type type, const char *part, char *name, size_t size) {
  const bool typed = f->is_typed;
  snprintf(name, size, "%.63s%s%s", part, typed ? "." : "", typed ? ref_type_name(type) : "");
}

static void run_family(struct options *o, const struct device *d, const struct family *f, enum ref_type type) {
  static struct test tests[MAX_TESTS];
  const unsigned lanes = device_lanes(d), all = family_tests(f, type, lanes ? lanes : 4, tests);
  char names[MAX_TESTS][96], name[96], why[128];
  unsigned count = 0;
  for (unsigned i = 0; i < all; i++) {
    full_name(f, type, tests[i].name, name, sizeof name);
    if (!generated_wants(&o->common, name))
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
  const struct source source = {.max_size = 128};
  cl_program program = generated_build(&o->common, &source, sub_group_text(type, tests, count), name);
  for (unsigned i = 0; program && i < count; i++) {
    report_step(names[i]);
    sub_group_judge(d, program, &tests[i], names[i], lanes, o->full);
  }
  if (program)
    clReleaseProgram(program);
}

static int run_tests(void *argument) {
  struct options *o = argument;
  const struct device *device = o->common.builder.device;
  o->common.builder.way = *device->target ? WAY_MODULE : WAY_NATIVE;
  for (unsigned f = 0; f < FAMILIES; f++)
    for (unsigned t = 0; t < REF_TYPES; t++)
      if (families[f].is_typed || t == REF_ULONG)
        run_family(o, device, &families[f], t);
  return 0;
}

int sub_groups_main(int argc, char **argv) {
  struct options o = {
      .common = {.program = "clgroup-test sub-groups", .about = about, .usage = usage, .run = run_tests}};
  const struct argument own[] = {{"--full", .flag = &o.full}, {"--kernels", .flag = &o.common.kernels}};
  return generated_main(&o.common, argc, argv, own, sizeof own / sizeof *own);
}
