/* clgroup-exec: judges work-group functions on an OpenCL device. */
#include "command.h"
#include "names.h"
#include "report.h"
#include "suite.h"
#include "targets/strategies.h"
#include "text.h"
#include "tool/arguments.h"
#include "tool/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: clgroup-exec [options]\n"
    "Judges work-group functions on an OpenCL device against a reference in plain C.\n"
    "\n"
    "  --list                     print platforms and devices, and end\n"
    "  --platform NAME            the first platform whose name holds NAME\n"
    "  --device NAME|INDEX        the first device whose name holds NAME, or by its number in its platform\n"
    "  --way WAY                  module   clgroup-cc compiles and links (default)\n"
    "                             link     the driver compiles, and links the library's modules\n"
    "                             native   the driver's own functions\n"
    "                             rewrite  clgroup-cc rewrites SPIR-V that has OpGroup instructions\n"
    "                             source   the driver builds plain source, under the layer (OPENCL_LAYERS)\n"
    "                             il       the driver builds SPIR-V with OpGroup instructions, under the layer\n"
    "  --strategy NAME            " CLGROUP_STRATEGY_WORDS " (default tree), by way module with exceptions, as\n"
    "                             clgroup-cc has them; under the layer CLGROUP_STRATEGY says it\n"
    "  --filter GLOB              only tests whose name matches, as a shell would match it\n"
    "  --exclude GLOB             no tests whose name matches\n"
    "  --sizes quick|full         how many shapes of work-group (default full)\n"
    "  --max-size N               no work-group larger than N work-items (default: the device's limit)\n"
    "  --limit N|default          clgroup-cc makes scratch for N work-items alone, or by its own default; larger\n"
    "                             work-groups are to be right too\n"
    "  --sub-group-size N         ask for sub-groups of N in each kernel (cl_intel_required_subgroup_size)\n"
    "  --quick                    few shapes, small launches, no options and lone functions: some seconds\n"
    "  --fail-fast                end at the first failure\n"
    "  --seed N                   of the random inputs (default 1)\n"
    "  --timeout SECONDS          a step hangs that uses more of a processor, or none for so long (default 600)\n"
    "  --compiler PATH            clgroup-cc (default: next to this program)\n"
    "  --clang PATH, --llvm-spirv PATH\n"
    "                             for --way rewrite and il\n"
    "  --data DIR                 share/clgroup (default: ../share/clgroup from this program)\n"
    "  --prelude FILE             for --way link (default: DIR/../../include/clgroup/clgroup_prelude.h)\n"
    "  --kernels DIR              the kernels of the tests\n"
    "  -v, --verbose              a line per test that passes too\n"
    "  -h, --help                 print this\n"
    "\n"
    "The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when a test failed; 2 when the tests\n"
    "cannot be run.\n";

struct options {
  bool list;
  const char *platform, *device, *way, *sizes, *limit;
  struct suite suite;
  struct builder builder;
  struct report_options report;
  char *command; /* this run's command line */
};

/* The number of the option's value in a list that a NULL ends. */
static unsigned choice(const char *option, const char *text, const char *const *names) {
  char *error = NULL;
  for (unsigned i = 0; names[i]; i++)
    if (!strcmp(names[i], text))
      return i;
  text_add(&error, "%s knows no '%s': one of", option, text);
  for (unsigned i = 0; names[i]; i++)
    text_add(&error, " %s", names[i]);
  argument_error("%s", error);
}

/* In the order of enum way. */
static const char *const ways[] = {"module", "link", "native", "rewrite", "source", "il", NULL};

static void take_options(struct options *o, int argc, char **argv) {
  static const char *const strategies[] = {CLGROUP_STRATEGY_NAMES, NULL};
  static const char *const sizes[] = {"quick", "full", NULL};
  struct suite *s = &o->suite;
  struct builder *b = &o->builder;
  const struct argument known[] = {
      {"--platform", .text = &o->platform},
      {"--device", .text = &o->device},
      {"--filter", .text = &s->filter},
      {"--exclude", .text = &s->exclude},
      {"--way", .text = &o->way},
      {"--strategy", .text = &b->strategy},
      {"--sizes", .text = &o->sizes},
      {"--limit", .text = &o->limit},
      {"--compiler", .text = &b->compiler},
      {"--clang", .text = &b->clang},
      {"--llvm-spirv", .text = &b->llvm_spirv},
      {"--data", .text = &b->data},
      {"--prelude", .text = &b->prelude},
      {"--kernels", .text = &b->kernels},
      {"--max-size", .number = &s->max_size, .least = 1, .most = 1 << 20},
      {"--sub-group-size", .number = &b->sub_group_size, .least = 1, .most = 128},
      {"--seed", .number = &s->seed},
      {"--timeout", .number = &o->report.timeout, .least = 1, .most = 86400},
      {"--list", .flag = &o->list},
      {"--quick", .flag = &s->quick},
      {"--fail-fast", .flag = &o->report.fail_fast},
      {"-v", .flag = &o->report.verbose},
      {"--verbose", .flag = &o->report.verbose},
  };
  for (int i = 1; i < argc;)
    i += command_take(&o->command, known, sizeof known / sizeof *known, usage, argv + i);
  b->way = (enum way)choice("--way", o->way, ways);
  if (!strchr(b->strategy, ',')) /* clgroup-cc says what is wrong with a list */
    choice("--strategy", b->strategy, strategies);
  s->full_sizes = choice("--sizes", o->sizes, sizes) == 1 && !s->quick;
  b->default_limit = o->limit && !strcmp(o->limit, "default");
  if (o->limit && !b->default_limit)
    b->limit = argument_number("--limit", o->limit, 1, 65536);
  if (o->limit && b->way != WAY_MODULE && b->way != WAY_REWRITE)
    argument_error("--limit is for what clgroup-cc makes, by --way module or rewrite");
}

static int run_tests(void *argument) {
  struct options *o = argument;
  struct device device = {0};
  char why[512];
  if (!device_open(&device, o->platform, o->device))
    return 2;
  o->suite.device = o->builder.device = &device;
  /* The executor runs one work-group after another: two of the largest are enough. */
  if (*device.target)
    o->suite.items = 2048;
  o->suite.builder = &o->builder;
  printf("%s, %s: way %s, strategy %s\n", device.platform_name, device.name, ways[o->builder.way],
         builder_chooses_strategy(&o->builder) ? o->builder.strategy
         : o->builder.way == WAY_NATIVE        ? "the driver's"
                                               : "the layer's");
  if (!builder_layer_is_right(&o->builder, why, sizeof why)) {
    fprintf(stderr, "clgroup-exec: error: %s: %s\n", device.platform_name, why);
    device_close(&device);
    return 2;
  }
  if (!builder_can(&o->builder, why, sizeof why)) {
    report_skip("all tests", "%s", why);
  } else {
    suite_prepare(&o->suite);
    run_votes(&o->suite);
    run_null_size(&o->suite);
    run_functions(&o->suite);
    run_calls(&o->suite);
    if (*device.target)
      run_required(&o->suite);
    if (!o->suite.quick) {
      run_lone(&o->suite);
      run_options(&o->suite);
    }
  }
  builder_release(&o->builder);
  device_close(&device);
  return 0;
}

int main(int argc, char **argv) {
  output_must_arrive();
  struct options o = {
      .way = "module",
      .sizes = "full",
      .suite = {.seed = 1},
      .builder = {.strategy = "tree",
                  .clang = CLGROUP_EXEC_CLANG,
                  .llvm_spirv = CLGROUP_EXEC_LLVM_SPIRV,
                  .kernels = CLGROUP_EXEC_KERNELS},
      .report = {.timeout = 600},
  };
  char *folder = program_folder(), *compiler = NULL, *data = NULL, *prelude = NULL;

  command_print_program(&o.command, argv[0]);
  take_options(&o, argc, argv);
  text_add(&compiler, "%s/clgroup-cc", folder);
  text_add(&data, "%s/../share/clgroup", folder);
  if (!o.builder.compiler)
    o.builder.compiler = compiler;
  if (!o.builder.data)
    o.builder.data = data;
  text_add(&prelude, "%s/../../include/clgroup/clgroup_prelude.h", o.builder.data);
  if (!o.builder.prelude)
    o.builder.prelude = prelude;
  o.suite.items = o.suite.quick ? 4096 : 16384;

  /* PoCL compiles each kernel again for each size of work-group unless a variable forbids it: hours for all shapes. A
   * user's own setting stands. */
  setenv("POCL_WORK_GROUP_SPECIALIZATION", "0", 0);

  int status = 2;
  o.report.command = o.command;
  if (!names_check())
    goto done;
  if (o.list) {
    if (device_list())
      status = 0;
    else
      fprintf(stderr, "clgroup-exec: no OpenCL device: install a driver, for example pocl-opencl-icd\n");
    goto done;
  }
  /* The watching process makes and removes the folder, so that a crash leaves nothing. */
  if (builder_make_folder(&o.builder)) {
    status = report_run(&o.report, run_tests, &o);
    builder_remove_folder(&o.builder);
  }
done:
  free(folder);
  free(compiler);
  free(data);
  free(prelude);
  free(o.command);
  return status;
}
