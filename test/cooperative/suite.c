/* The suite `groups`: judges clgroup/cooperative_groups.h on an OpenCL device, by kernels that clgroup-cc compiles. */
#include "atomics.h"
#include "generated.h"
#include "suites.h"
#include "judge.h"
#include "names/strategies.h"
#include "table.h"

#include <stdio.h>

static const char about[] =
    "Judges the groups of clgroup/cooperative_groups.h on an OpenCL device against a reference in plain C. A test's\n"
    "name is GROUP/FUNCTION.\n";
static const char usage[] =
    "  --strategy NAME  of clgroup-cc (subgroup): with one that does not shuffle all goes through local memory\n"
    "  --source         as any application builds its programs, under the layer, which chooses the strategy\n"
    "  --quick          a few shapes and types\n"
    "  --kernels        print the kernels, and do not run them\n"
    "  --table FILE     only run the rows of that page's tables\n";

struct options {
  struct generated common; /* first: run_tests gets it */
  const char *table;
  bool quick, source;
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
  static struct function functions[MAX_FUNCTIONS];
  static char names[MAX_FUNCTIONS][128];
  const unsigned all = functions_of(kind, o->quick, functions);
  const char *why = obstacle(o, d, kind);
  unsigned count = 0;
  for (unsigned i = 0; i < all; i++) {
    snprintf(names[count], sizeof names[count], "%.32s/%.64s", kind->name, functions[i].name);
    if (generated_wants(&o->common, names[count]))
      functions[count++] = functions[i];
  }
  if (!count)
    return;
  if (why) {
    report_skip(kind->name, "%s", why);
    return;
  }
  const struct source source = {.standard = "CLC++2021", .max_size = kind->tile > 64 ? 1024 : 128};
  cl_program program = generated_build(&o->common, &source, functions_text(kind, functions, count), kind->name);
  for (unsigned i = 0; program && i < count; i++) {
    report_step(names[i]);
    judge(d, program, kind, &functions[i], o->quick, names[i]);
  }
  if (program)
    clReleaseProgram(program);
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
    table_test(&o->common.builder, o->table);
  for (unsigned i = 0; !o->table && i < GROUP_KINDS; i++)
    run_group(o, o->common.builder.device, &group_kinds[i]);
  for (unsigned i = 0; !o->common.kernels && !o->table && i < ATOMIC_TESTS; i++)
    if (generated_wants(&o->common, atomic_name(i)))
      atomic_test(&o->common.builder, i);
  return 0;
}

int groups_main(int argc, char **argv) {
  struct options o = {.common = {.program = "clgroup-test groups", .about = about, .usage = usage, .run = run_tests}};
  const struct argument own[] = {{"--strategy", .text = &o.common.builder.strategy},
                                 {"--table", .text = &o.table},
                                 {"--kernels", .flag = &o.common.kernels},
                                 {"--source", .flag = &o.source},
                                 {"--quick", .flag = &o.quick}};
  return generated_main(&o.common, argc, argv, own, sizeof own / sizeof *own);
}
