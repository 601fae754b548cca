/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The suite `groups`: judges clgroup/cooperative_groups.h on an OpenCL device, by kernels that clgroup-cc compiles. */
#include "functions.h"
#include "names/strategies.h"
#include "suites.h"

#include <stdio.h>

static const char about[] =
    "Compares the groups of clgroup/cooperative_groups.h on an OpenCL device with a reference in plain C. A test's\n"
    "name is GROUP/FUNCTION.\n";
static const char usage[] =
    "  --source         build the programs as an application does, under the layer, which chooses the strategy\n"
    "  --kernels        print the kernels, and do not run them\n"
    "  --table FILE     only run the rows of that page's tables\n";

struct options {
  struct job common; /* first: run_tests gets it */
  const char *table;
  bool source;
};

/* Why the group cannot be tested; NULL: it can. */
static const char *obstacle(const struct options *o, const struct device *d, const struct group_kind *kind) {
  const bool shuffles = *d->target || clgroup_strategy_shuffles(o->common.builder.strategy);
  if (kind->divergence == TURNS && !*d->target && !(shuffles && d->sub_group_sizes & kind->tile))
    return "a tile may be larger than a sub-group, and then all work-items must make the call";
  if (kind->tile)
    return NULL;
  if (!shuffles)
    return "coalesced groups need sub-groups, and the strategy has none";
  return *d->target || device_has(d, "cl_khr_subgroup_ballot") ? NULL : "the device has no cl_khr_subgroup_ballot";
}

static void run_group(struct options *o, const struct device *d, const struct group_kind *kind) {
  static struct test tests[MOST_TESTS];
  char prefix[64];
  snprintf(prefix, sizeof prefix, "%s/", kind->name);
  const struct program program = {.name = kind->name,
                                  .prefix = prefix,
                                  .suffix = "",
                                  .lacks = obstacle(o, d, kind),
                                  .head = functions_head,
                                  .shapes = o->common.quick ? kind->quick_sizes : kind->sizes,
                                  .has_places = !kind->tile,
                                  .source = {.standard = "CLC++2021", .max_size = kind->tile > 64 ? 1024 : 128},
                                  .tests = tests,
                                  .count = functions_of(kind, o->common.quick, tests)};
  judge_program(&o->common, &program);
}

static int run_tests(void *argument) {
  struct options *o = argument;
  char why[256];
  o->common.builder.way = o->source ? WAY_SOURCE : WAY_MODULE;
  if (o->source && !builder_layer_is_right(&o->common.builder, why, sizeof why)) {
    fprintf(stderr, "clgroup-test: %s\n", why);
    return 2;
  }
  if (o->table)
    run_table(&o->common, o->table);
  for (unsigned i = 0; !o->table && i < GROUP_KINDS; i++)
    run_group(o, o->common.builder.device, &group_kinds[i]);
  if (!o->table)
    run_atomics(&o->common);
  return 0;
}

int groups_main(int argc, char **argv) {
  struct options o = {.common = {.about = about, .usage = usage, .run = run_tests}};
  const struct argument own[] = {
      {"--table", .text = &o.table}, {"--kernels", .flag = &o.common.kernels}, {"--source", .flag = &o.source}};
  return job_main(&o.common, argc, argv, own, sizeof own / sizeof *own);
}
