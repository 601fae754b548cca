/* The suite `scans`: judges the functions of <clgroup/operator.h> on an OpenCL device. */
#include "generated.h"
#include "suites.h"
#include "judge.h"
#include "names/strategies.h"

#include <stdio.h>

static const char about[] =
    "Judges the reduces and scans of <clgroup/operator.h>, which clgroup-cc compiles, on an OpenCL device against a\n"
    "reference in plain C. A test's name is OPERATOR.TYPE.TEST.\n";
static const char usage[] = "  --strategy S         clgroup-cc's (subgroup)\n"
                            "  --sub-group-size N   what the kernels promise and, where the device can, ask for\n"
                            "  --quick              fewer operators, types and tests\n"
                            "  --kernels            print the kernels, and do not run them\n";

struct options {
  struct generated common; /* first: run_tests gets it */
  unsigned long size;
  bool quick;
};

/* What <clgroup/operator_common.h> makes of the device. */
static struct context context_of(const struct options *o, const struct device *d) {
  const bool is_gpu = *d->target, shuffles = is_gpu || clgroup_strategy_shuffles(o->common.builder.strategy);
  struct context context = {.has_sub_groups = shuffles,
                            .has_coalesced = is_gpu || (shuffles && device_has(d, "cl_khr_subgroup_ballot")),
                            .is_quick = o->quick};
  context.promise = is_gpu ? 32 : shuffles ? 4 : 1;
  if (o->size) {
    context.promise = (unsigned)o->size;
    context.reqd = device_has(d, "cl_intel_required_subgroup_size") ? context.promise : 0;
  }
  return context;
}

static void run_operator(struct options *o, const struct device *d, const struct op *op) {
  static struct test tests[MAX_TESTS];
  static char names[MAX_TESTS][96];
  const struct context context = context_of(o, d);
  const unsigned all = kernels_list(op, &context, tests);
  char family[64];
  unsigned count = 0;
  for (unsigned i = 0; i < all; i++) {
    kernels_name(&tests[i], family, sizeof family);
    snprintf(names[count], sizeof *names, "%.12s.%.12s.%.60s", op->name, op->type, family);
    if (generated_wants(&o->common, names[count]))
      tests[count++] = tests[i];
  }
  if (!count)
    return;
  if (op->extension && !device_has(d, op->extension)) {
    report_skip(op->type, "%s has no %s", d->name, op->type);
    return;
  }
  const struct source source = {.max_size = 256};
  cl_program program = generated_build(&o->common, &source, scans_text(op, &context, tests, count), op->type);
  for (unsigned i = 0; program && i < count; i++) {
    report_step(names[i]);
    scans_judge(d, program, op, &context, &tests[i], names[i]);
  }
  if (program)
    clReleaseProgram(program);
}

static int run_tests(void *argument) {
  struct options *o = argument;
  for (unsigned i = 0; i < op_count; i++)
    if (!o->quick || ops[i].is_quick)
      run_operator(o, o->common.builder.device, &ops[i]);
  return 0;
}

int scans_main(int argc, char **argv) {
  struct options o = {.common = {.program = "clgroup-test scans", .about = about, .usage = usage, .run = run_tests}};
  const struct argument own[] = {{"--strategy", .text = &o.common.builder.strategy},
                                 {"--sub-group-size", .number = &o.size, .least = 1, .most = 128},
                                 {"--quick", .flag = &o.quick},
                                 {"--kernels", .flag = &o.common.kernels}};
  return generated_main(&o.common, argc, argv, own, sizeof own / sizeof *own);
}
