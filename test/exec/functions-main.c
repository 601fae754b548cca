/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The suite `functions`: judges work-group functions on an OpenCL device. */
#include "job.h"
#include "suites.h"
#include "names.h"
#include "suite.h"
#include "names/strategies.h"
#include "text.h"
#include "tool/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] = "Compares work-group functions on an OpenCL device with a reference in plain C.\n";
static const char usage[] =
    "  --list           print platforms and devices, and run no test\n"
    "  --way WAY        module   clgroup-cc compiles and links (default)\n"
    "                   link     the driver compiles, and links the library's modules\n"
    "                   native   the driver's own functions\n"
    "                   rewrite  clgroup-cc rewrites SPIR-V that has OpGroup instructions\n"
    "                   source   the driver builds plain source, under the layer (OPENCL_LAYERS)\n"
    "                   il       the driver builds SPIR-V with OpGroup instructions, under the layer\n"
    "                   clang    plain clang links the library's bitcode (docs/linking.md)\n"
    "                   Strategies (--strategy) are " CLGROUP_STRATEGY_WORDS " (default tree), for way module\n"
    "                   also lists, as for clgroup-cc; under the layer CLGROUP_STRATEGY chooses\n"
    "  --max-size N     no work-group larger than N work-items (default: the device's limit)\n"
    "  --limit N|default\n"
    "                   clgroup-cc's local memory is for N work-items, or its own default; larger work-groups must\n"
    "                   be right too\n"
    "  --sub-group-size N\n"
    "                   request sub-groups of N in each kernel (cl_intel_required_subgroup_size)\n"
    "  --seed N         seed of the random inputs (default 1)\n"
    "  --timeout SECONDS\n"
    "                   a step hangs if it uses more processor time, or none for that long (default 600)\n"
    "  --data DIR       share/clgroup (default: ../share/clgroup from this program)\n"
    "  --prelude FILE   for --way link (default: DIR/../../include/clgroup/clgroup_prelude.h)\n";

struct options {
  struct job common; /* first: ready() and run_tests() get it */
  bool list;
  const char *way, *limit;
  struct suite suite;
};

static void check_options(struct options *o) {
  static const char *const strategies[] = {CLGROUP_STRATEGY_NAMES, NULL};
  struct suite *s = &o->suite;
  struct builder *b = &o->common.builder;
  b->way = (enum way)job_choice("--way", o->way, way_names);
  /* clgroup-cc says what is wrong with a list. Plain clang may have the bitcode of chunks too. */
  if (!strchr(b->strategy, ',') && !(b->way == WAY_CLANG && !strcmp(b->strategy, "chunks")))
    job_choice("--strategy", b->strategy, strategies);
  s->quick = o->common.quick;
  b->default_limit = o->limit && !strcmp(o->limit, "default");
  if (o->limit && !b->default_limit)
    b->limit = argument_number("--limit", o->limit, 1, 65536);
  if (o->limit && b->way != WAY_MODULE && b->way != WAY_REWRITE)
    argument_error("--limit is for what clgroup-cc makes, by --way module or rewrite");
}

static bool ready(void *argument) {
  struct options *o = argument;
  struct builder *b = &o->common.builder;
  static char data[4096], prelude[sizeof data + 64];
  char *folder = program_folder();
  check_options(o);
  snprintf(data, sizeof data, "%s/../share/clgroup", folder);
  if (!b->data)
    b->data = data;
  snprintf(prelude, sizeof prelude, "%.4000s/../../include/clgroup/clgroup_prelude.h", b->data);
  if (!b->prelude)
    b->prelude = prelude;
  free(folder);
  o->suite.items = o->suite.quick ? 4096 : 16384;
  text_add(&o->common.how, "way %s, strategy %s", way_names[b->way],
           builder_chooses_strategy(b) ? b->strategy
           : b->way == WAY_NATIVE      ? "the driver's"
                                       : "the layer's");
  o->common.status = 2;
  if (!names_check())
    return false;
  if (o->list && device_list())
    o->common.status = 0;
  else if (o->list)
    fprintf(stderr, "clgroup-test: no OpenCL device: install a driver, for example pocl-opencl-icd\n");
  return !o->list;
}

static int run_tests(void *argument) {
  struct options *o = argument;
  struct suite *s = &o->suite;
  struct builder *b = &o->common.builder;
  const struct device *device = b->device;
  char why[512];
  s->device = device;
  s->builder = b;
  s->filter = o->common.filter;
  s->excludes = o->common.excludes;
  /* The executor runs one work-group after another: two of the largest are enough. */
  if (*device->target)
    s->items = 2048;
  if (!builder_layer_is_right(b, why, sizeof why)) {
    fprintf(stderr, "clgroup-test: error: %s: %s\n", device->platform_name, why);
    return 2;
  }
  if (!builder_can(b, why, sizeof why)) {
    report_skip("all tests", "%s", why);
    return 0;
  }
  suite_prepare(s);
  run_votes(s);
  run_null_size(s);
  run_functions(s);
  run_calls(s);
  if (*device->target)
    run_required(s);
  if (!s->quick) {
    run_lone(s);
    run_options(s);
  }
  return 0;
}

int functions_main(int argc, char **argv) {
  struct options o = {
      .common = {.about = about,
                 .usage = usage,
                 .ready = ready,
                 .run = run_tests,
                 .builder = {.strategy = "tree",
                             .clang = CLGROUP_EXEC_CLANG,
                             .llvm_spirv = CLGROUP_EXEC_LLVM_SPIRV,
                             .kernels = CLGROUP_EXEC_KERNELS}},
      .way = "module",
      .suite = {.seed = 1},
  };
  struct suite *s = &o.suite;
  struct builder *b = &o.common.builder;
  const struct argument own[] = {
      {"--way", .text = &o.way},
      {"--limit", .text = &o.limit},
      {"--data", .text = &b->data},
      {"--prelude", .text = &b->prelude},
      {"--max-size", .number = &s->max_size, .least = 1, .most = 1 << 20},
      {"--sub-group-size", .number = &b->sub_group_size, .least = 1, .most = 128},
      {"--seed", .number = &s->seed},
      {"--timeout", .number = &o.common.report.timeout, .least = 1, .most = 86400},
      {"--list", .flag = &o.list},
  };
  /* PoCL compiles each kernel again for each size of work-group unless a variable forbids it: hours for all shapes. A
   * user's own setting stands. */
  setenv("POCL_WORK_GROUP_SPECIALIZATION", "0", 0);
  return job_main(&o.common, argc, argv, own, sizeof own / sizeof *own);
}
