/* clgroup-exec: judges work-group functions on an OpenCL device. */
#include "command.h"
#include "names.h"
#include "report.h"
#include "suite.h"
#include "targets/strategies.h"
#include "text.h"
#include "tool/output.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
  const char *platform, *device;
  struct suite suite;
  struct builder builder;
  struct report_options report;
  char *command; /* this run's command line */
};

static void usage_error(const char *format, const char *what) {
  fprintf(stderr, "clgroup-exec: ");
  fprintf(stderr, format, what);
  fprintf(stderr, ": see clgroup-exec --help\n");
  exit(2);
}

static unsigned long number(const char *option, const char *text, unsigned long least, unsigned long most) {
  char *end, *error = NULL;
  unsigned long value = strtoul(text, &end, 0);
  if (*text >= '0' && *text <= '9' && !*end && value >= least && value <= most)
    return value;
  text_add(&error, "%s wants a number from %lu to %lu, not '%s'", option, least, most, text);
  usage_error("%s", error);
  return 0;
}

static unsigned choice(const char *option, const char *text, const char *const *names) {
  char *error = NULL;
  for (unsigned i = 0; names[i]; i++)
    if (!strcmp(names[i], text))
      return i;
  text_add(&error, "%s knows no '%s': one of", option, text);
  for (unsigned i = 0; names[i]; i++)
    text_add(&error, " %s", names[i]);
  usage_error("%s", error);
  return 0;
}

/* In the order of enum way. */
static const char *const ways[] = {"module", "link", "native", "rewrite", "source", "il", NULL};

/* Takes one option and its value; returns how many words it took. */
static int take(struct options *o, const char *name, const char *value) {
  static const char *const strategies[] = {CLGROUP_STRATEGY_NAMES, NULL};
  static const char *const sizes[] = {"quick", "full", NULL};
  const struct {
    const char *name, **text;
  } texts[] = {
      {"--platform", &o->platform},
      {"--device", &o->device},
      {"--filter", &o->suite.filter},
      {"--exclude", &o->suite.exclude},
      {"--compiler", &o->builder.compiler},
      {"--clang", &o->builder.clang},
      {"--llvm-spirv", &o->builder.llvm_spirv},
      {"--data", &o->builder.data},
      {"--prelude", &o->builder.prelude},
      {"--kernels", &o->builder.kernels},
  };
  if (!strcmp(name, "-h") || !strcmp(name, "--help")) {
    fputs(usage, stdout);
    exit(0);
  }
  if (!strcmp(name, "--list"))
    return o->list = true;
  if (!strcmp(name, "--quick"))
    return o->suite.quick = true;
  if (!strcmp(name, "--fail-fast"))
    return o->report.fail_fast = true;
  if (!strcmp(name, "-v") || !strcmp(name, "--verbose"))
    return o->report.verbose = true;
  bool known = !strcmp(name, "--way") || !strcmp(name, "--strategy") || !strcmp(name, "--sizes") ||
               !strcmp(name, "--max-size") || !strcmp(name, "--limit") || !strcmp(name, "--sub-group-size") ||
               !strcmp(name, "--seed") || !strcmp(name, "--timeout");
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
    known |= !strcmp(name, texts[i].name);
  if (!known)
    usage_error("unknown option '%s'", name);
  if (!value)
    usage_error("option %s needs a value", name);
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!strcmp(name, texts[i].name))
      *texts[i].text = value;
  if (!strcmp(name, "--way"))
    o->builder.way = (enum way)choice(name, value, ways);
  else if (!strcmp(name, "--strategy") && value && strchr(value, ',')) /* clgroup-cc says what is wrong with it */
    o->builder.strategy = value;
  else if (!strcmp(name, "--strategy"))
    o->builder.strategy = strategies[choice(name, value, strategies)];
  else if (!strcmp(name, "--sizes"))
    o->suite.full_sizes = choice(name, value, sizes) == 1;
  else if (!strcmp(name, "--max-size"))
    o->suite.max_size = number(name, value, 1, 1 << 20);
  else if (!strcmp(name, "--limit") && !strcmp(value, "default"))
    o->builder.default_limit = true;
  else if (!strcmp(name, "--limit"))
    o->builder.limit = number(name, value, 1, 65536);
  else if (!strcmp(name, "--sub-group-size"))
    o->builder.sub_group_size = (unsigned)number(name, value, 1, 128);
  else if (!strcmp(name, "--seed"))
    o->suite.seed = number(name, value, 0, ULONG_MAX);
  else if (!strcmp(name, "--timeout"))
    o->report.timeout = (unsigned)number(name, value, 1, 86400);
  return 2;
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
      .suite = {.full_sizes = true, .seed = 1},
      .builder = {.strategy = "tree",
                  .clang = CLGROUP_EXEC_CLANG,
                  .llvm_spirv = CLGROUP_EXEC_LLVM_SPIRV,
                  .kernels = CLGROUP_EXEC_KERNELS},
      .report = {.timeout = 600},
  };
  char *folder = command_own_folder(), *compiler = NULL, *data = NULL, *prelude = NULL;

  command_print_program(&o.command, argv[0]);
  for (int i = 1; i < argc;) {
    int took = take(&o, argv[i], argv[i + 1]);
    /* A failure names its own filter. */
    for (int k = i; k < i + took && strcmp(argv[i], "--filter") && strcmp(argv[i], "--fail-fast"); k++)
      command_print(&o.command, argv[k]);
    i += took;
  }
  text_add(&compiler, "%s/clgroup-cc", folder ? folder : ".");
  text_add(&data, "%s/../share/clgroup", folder ? folder : ".");
  if (!o.builder.compiler)
    o.builder.compiler = compiler;
  if (!o.builder.data)
    o.builder.data = data;
  text_add(&prelude, "%s/../../include/clgroup/clgroup_prelude.h", o.builder.data);
  if (!o.builder.prelude)
    o.builder.prelude = prelude;
  if ((o.builder.limit || o.builder.default_limit) && o.builder.way != WAY_MODULE && o.builder.way != WAY_REWRITE)
    usage_error("%s", "--limit is for what clgroup-cc makes, by --way module or rewrite");
  o.suite.items = o.suite.quick ? 4096 : 16384;
  if (o.suite.quick)
    o.suite.full_sizes = false;

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
