/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-test random: random programs, and kept ones, in all ways on an OpenCL device. */
#include "random.h"

#include "suites.h"
#include "text.h"
#include "tool/arguments.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "usage: clgroup-test random COMMAND [options]\n"
    "  replay FILE...    run cases, files of OpenCL C with a head (test/random/case.h), and compare values to the bit\n"
    "  run               random programs from --seed N on, each by the next of the ways\n"
    "  sequences         all sequences of up to four calls of five kinds, and those of two and three in a loop\n"
    "  groups            random programs of cooperative groups in C++ for OpenCL, by the ways that support it\n"
    "  builtins          each built-in function of clang's opencl-c.h, compared with the driver's own compiler\n"
    "  selftest          tests of the programs' generator and interpreter; needs no device\n"
    "\n"
    "  --seed N, --count N        the first program's (default 1), and how many (default 100)\n"
    "  --minutes M                end after that time\n"
    "  --each                     each program by all ways\n"
    "  --reduce FOLDER            write each failure there as a case, reduced in at most --reduce-minutes M (default "
    "2)\n"
    "  --work-group-size N        at most N work-items in a work-group (default: the device's limit)\n"
    "  --standard LIST            builtins: versions of OpenCL C (default CL1.2,CL2.0,CL3.0)\n"
    "  --name PATTERN             builtins: those whose declarations match, such as '* vload*'\n"
    "  --some                     builtins: the first of each name, and one in sixteen of the others\n"
    "  --compile COMMAND          builtins: only compile and link, such as by 'clgroup-cc --target=nvptx64'; needs no "
    "device\n"
    "  --platform NAME            the first platform whose name contains NAME\n"
    "  --device NAME|INDEX        the first device whose name contains NAME, or its number in its platform\n"
    "  --way LIST                 patterns of ways (default: all but native and plain):\n"
    "                             cc-S       clgroup-cc compiles; S is a strategy\n"
    "                             link-S     under the layer, by the driver's compiler and linker\n"
    "                             compile-S  under the layer, by clgroup-cc\n"
    "                             auto       under the layer, with its default settings\n"
    "                             native     the driver's own functions\n"
    "                             plain      without work-group functions: the plain text, if the file has one\n"
    "                             plain-il   the same, from clang and llvm-spirv\n"
    "  --builds N                 build and launch each program N times in one process (default 1): some compilers\n"
    "                             fail by chance\n"
    "  --default-limit            clgroup-cc sizes local memory by its default, with code for larger work-groups\n"
    "  --timeout SECONDS          a program hangs if it uses more processor time, or none for that long (default 60)\n"
    "  -v, --verbose              also print a line for each case that passes or is skipped\n"
    "  -h, --help                 print this\n"
    "\n"
    "A failure is the driver's if the plain text fails in the same way or a worse one. It is \"unlike\" if the plain "
    "text\n"
    "fails in another way, and no smaller program shows whose fault it is.\n"
    "The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when a case failed; 2 when none can be "
    "run.\n";

struct options {
  struct bed bed;
  char **files;
  unsigned file_count;
  struct random_options random;
  struct builtins_options builtins;
};

/* Takes one word, or an option and its value; returns how many words it took. */
static int take(struct options *o, char **words) {
  struct bed *b = &o->bed;
  struct random_options *r = &o->random;
  const struct argument known[] = {
      {"--platform", .text = &b->platform},
      {"--device", .text = &b->device},
      {"--way", .text = &b->ways},
      {"--standard", .text = &o->builtins.standards},
      {"--name", .text = &o->builtins.names},
      {"--reduce", .text = &r->folder},
      {"--timeout", .number = &b->timeout, .least = 1},
      {"--builds", .number = &b->builds, .least = 1},
      {"--seed", .number = &r->seed},
      {"--count", .number = &r->count, .least = 1},
      {"--minutes", .number = &r->minutes},
      {"--reduce-minutes", .number = &r->reduce_minutes},
      {"--work-group-size", .number = &r->limits.work_group_size},
      {"--each", .flag = &r->all_ways},
      {"--some", .flag = &o->builtins.some},
      {"--compile", .text = &o->builtins.compile},
      {"--default-limit", .flag = &b->default_limit},
      {"-v", .flag = &b->verbose},
      {"--verbose", .flag = &b->verbose},
  };
  if (**words == '-')
    return argument_take(known, sizeof known / sizeof *known, usage, words);
  o->files[o->file_count++] = *words;
  return 1;
}

/* The folder for reduced cases is made where it is missing, before hours of programs whose failures it is for. */
static bool can_write(const char *folder) {
  char *inside = NULL;
  text_add(&inside, "%s/.", folder);
  const bool can = (!mkdir(folder, 0777) || errno == EEXIST) && !access(inside, W_OK | X_OK);
  free(inside);
  if (!can)
    fprintf(stderr, "clgroup-test: error: --reduce: cannot write into folder '%s': %s\n", folder, strerror(errno));
  return can;
}

static int run_replay(struct options *o) {
  if (!o->file_count)
    argument_error("replay needs files");
  return replay(&o->bed, o->files);
}

static int run_programs(struct options *o) {
  return o->random.folder && !can_write(o->random.folder) ? 2 : random_run(&o->bed, &o->random);
}

static int run_builtins(struct options *o) {
  return builtins_run(&o->bed, &o->builtins);
}

/* Without a function: the test of the generator, which needs no device. */
static const struct command {
  const char *name;
  int (*run)(struct options *o);
  bool sequences, groups;
} commands[] = {{"replay", run_replay, false, false},
                {"run", run_programs, false, false},
                {"sequences", run_programs, true, false},
                {"groups", run_programs, false, true},
                {"builtins", run_builtins, false, false},
                {"selftest", NULL, false, false},
                {0}};

int random_main(int argc, char **argv) {
  static struct options o = {
      .bed = {.platform = "",
              .device = "",
              .timeout = 60,
              .builds = 1,
              .ways = "all",
              .builder = {.clang = CLGROUP_EXEC_CLANG, .llvm_spirv = CLGROUP_EXEC_LLVM_SPIRV}},
      .random = {.seed = 1,
                 .reduce_minutes = 2,
                 .limits = {.has_double = true,
                            .has_half = true,
                            .has_extension = true,
                            .has_operators = true,
                            .features = ALL_FEATURES,
                            .lanes = {.promise = 1},
                            .work_group_size = SIZE_MAX}},
      .builtins = {.clang = CLGROUP_EXEC_CLANG, .standards = "CL1.2,CL2.0,CL3.0"},
  };
  char *folder = program_folder(), *compiler = NULL;
  const char *name = argc > 1 ? argv[1] : "";
  const struct command *command = commands;
  o.files = allocate((size_t)(argc + 1) * sizeof *o.files);
  for (int i = *name == '-' ? 1 : 2; i < argc;)
    i += take(&o, argv + i);
  while (command->name && strcmp(name, command->name) != 0)
    command++;
  if (!command->name)
    argument_error("unknown command '%s'", name);
  text_add(&compiler, "%s/clgroup-cc", folder);
  o.bed.builder.compiler = compiler;
  snprintf(o.bed.layer, sizeof o.bed.layer, "%.4000s/../lib/libclgroup-layer.so", folder);
  o.random.groups = command->groups;
  o.random.limits.sequences = command->sequences;
  o.random.all_ways |= command->sequences;
  if (!o.random.count)
    o.random.count = command->sequences ? SEQUENCE_PROGRAMS : 100;
  const int status = !command->run ? random_selftest() : !bed_open(&o.bed) ? 2 : command->run(&o);
  free(o.files);
  free(compiler);
  free(folder);
  return status;
}
