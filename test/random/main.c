/* clgroup-random: random programs, and kept ones, by all ways in on an OpenCL device. */
#include "bed.h"
#include "builtins.h"
#include "child.h"
#include "random.h"

#include "text.h"
#include "tool/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "usage: clgroup-random replay [options] FILE...\n"
    "Runs cases, which are OpenCL C with a head (test/random/file.h), by all ways in, and judges the values to the "
    "bit.\n"
    "       clgroup-random run [options] [--seed N] [--count N] [--minutes M] [--each]\n"
    "Runs random programs, of seed N and on, each by the next of the ways in, or by all.\n"
    "       clgroup-random sequences [options]\n"
    "Runs all sequences of up to four calls of five kinds, several in a program, each by all ways.\n"
    "       clgroup-random builtins [options] [--standard LIST] [--name PATTERN] [--some]\n"
    "Runs each built-in function of clang's opencl-c.h, by all ways, beside the driver's own compiler.\n"
    "       clgroup-random print [--plain] --seed N\n"
    "Prints such a program.\n"
    "\n"
    "  --standard LIST            of the built-in functions (default CL1.2,CL2.0,CL3.0)\n"
    "  --name PATTERN             those whose declarations match, such as '* vload*'\n"
    "  --some                     the first of each name, and one in sixteen of the others\n"
    "  --seed N                   default 1\n"
    "  --count N                  programs (default 100)\n"
    "  --minutes M                end after that time\n"
    "  --each                     each program by all ways\n"
    "  --reduce FOLDER            write each failure there as a case, reduced in at most --reduce-minutes M (default "
    "2)\n"
    "  --work-group-size N        at most N work-items in a work-group (default: the device's most; 1024 to print)\n"
    "  --lanes N                  print what a device with sub-groups of N work-items runs (default: none)\n"
    "  --no-double, --no-half     without these types (default: what the device has; both to print)\n"
    "  --operators                each program uses <clgroup/operator.h> (default: 2 in 5, by ways that can)\n"
    "  --no-operators             none does\n"
    "  --platform NAME            the first platform whose name holds NAME\n"
    "  --device NAME|INDEX        the first device whose name holds NAME, or by its number in its platform\n"
    "  --way LIST                 patterns of ways; the default, all, is without native and plain:\n"
    "                             cc-S       clgroup-cc compiles; S is a strategy\n"
    "                             link-S     under the layer, by the driver's compiler and linker\n"
    "                             compile-S  under the layer, by clgroup-cc\n"
    "                             auto       under the layer, with its default settings\n"
    "                             native     the driver's own functions\n"
    "                             plain      without work-group functions: the plain text where the file has one\n"
    "                             plain-il   the same, from clang and llvm-spirv\n"
    "  --record                   write what the first of these ways gives in place of each `?` in the files\n"
    "  --builds N                 build and launch each program N times in one process (default 1): some compilers\n"
    "                             fail by chance\n"
    "  --default-limit            clgroup-cc sizes local memory as it does unasked, with code for larger work-groups\n"
    "  --timeout SECONDS          a program hangs that uses more of a processor, or none for so long (default 60)\n"
    "  -v, --verbose              a line per case that passes or is skipped too\n"
    "  -h, --help                 print this\n"
    "\n"
    "A failure is the driver's where the plain text fails in the same way or a worse one, and \"unlike\" where it "
    "fails "
    "in\n"
    "another way and nothing smaller shows whose it is.\n"
    "The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when a case failed; 2 when none can be "
    "run.\n";

static void usage_error(const char *format, const char *what) {
  fprintf(stderr, "clgroup-random: ");
  fprintf(stderr, format, what);
  fprintf(stderr, ": see clgroup-random --help\n");
  exit(2);
}

static unsigned long number(const char *option, const char *text) {
  char *end;
  unsigned long value = strtoul(text, &end, 0);
  if (*text < '0' || *text > '9' || *end)
    usage_error("%s wants a number", option);
  return value;
}

struct options {
  struct bed bed;
  struct builder builder; /* of the child */
  const char *command;
  char **files;
  unsigned file_count;
  bool record, plain;
  struct random_options random;
  struct builtins_options builtins;
};

/* The folder that this program lies in, to find its neighbours. */
static char *own_folder(struct setting *s) {
  char *folder = NULL;
  ssize_t length = readlink("/proc/self/exe", s->program, sizeof s->program - 1);
  if (length <= 0)
    usage_error("%s cannot be read", "/proc/self/exe");
  s->program[length] = 0;
  text_add(&folder, "%.*s", (int)(strrchr(s->program, '/') - s->program), s->program);
  return folder;
}

/* Takes one option and its value; returns how many words it took. */
static int take(struct options *o, const char *name, char *value) {
  struct setting *s = &o->bed.setting;
  const struct {
    const char *name, **text;
  } texts[] = {{"--platform", &s->platform},
               {"--device", &s->device},
               {"--way", &o->bed.ways},
               {"--ways", &o->bed.ways},
               {"--standard", &o->builtins.standards},
               {"--name", &o->builtins.names},
               {"--reduce", &o->random.folder}};
  static const char *const numbers[] = {"--timeout",        "--builds",          "--seed",   "--count", "--minutes",
                                        "--reduce-minutes", "--work-group-size", "--folder", "--lanes"};
  if (!strcmp(name, "-h") || !strcmp(name, "--help")) {
    fputs(usage, stdout);
    exit(0);
  }
  if (!strcmp(name, "--each"))
    return o->random.all_ways = true;
  if (!strcmp(name, "--some"))
    return o->builtins.some = true;
  if (!strcmp(name, "--no-double"))
    return !(o->random.limits.has_double = false);
  if (!strcmp(name, "--no-half"))
    return !(o->random.limits.has_half = false);
  if (!strcmp(name, "--operators"))
    return o->random.limits.wants_operators = true;
  if (!strcmp(name, "--no-operators"))
    return !(o->random.limits.has_operators = false);
  if (!strcmp(name, "--default-limit"))
    return o->builder.default_limit = s->default_limit = true;
  if (!strcmp(name, "--plain"))
    return o->plain = true;
  if (!strcmp(name, "--record"))
    return o->record = true;
  if (!strcmp(name, "-v") || !strcmp(name, "--verbose"))
    return o->bed.verbose = true;
  if (*name != '-') {
    o->files[o->file_count++] = (char *)name;
    return 1;
  }
  bool known = false;
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
    known |= !strcmp(name, texts[i].name);
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    known |= !strcmp(name, numbers[i]);
  if (!known)
    usage_error("unknown option '%s'", name);
  if (!value)
    usage_error("option %s needs a value", name);
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!strcmp(name, texts[i].name))
      *texts[i].text = value;
  if (!strcmp(name, "--timeout"))
    s->timeout = (unsigned)number(name, value);
  else if (!strcmp(name, "--builds"))
    s->builds = number(name, value);
  else if (!strcmp(name, "--seed"))
    o->random.seed = number(name, value);
  else if (!strcmp(name, "--count"))
    o->random.count = number(name, value);
  else if (!strcmp(name, "--minutes"))
    o->random.minutes = atof(value);
  else if (!strcmp(name, "--reduce-minutes"))
    o->random.reduce_minutes = atof(value);
  else if (!strcmp(name, "--work-group-size"))
    o->random.limits.work_group_size = number(name, value);
  else if (!strcmp(name, "--lanes"))
    o->random.limits.lanes = (struct lanes){number(name, value), number(name, value), false, true};
  else if (!strcmp(name, "--folder"))
    snprintf(o->builder.folder, sizeof o->builder.folder, "%s", value);
  return 2;
}

static int child(struct options *o, const char *folder) {
  const struct way_in *way = way_named(o->bed.ways);
  char *compiler = NULL;
  if (!way)
    usage_error("no way '%s'", o->bed.ways);
  text_add(&compiler, "%s/clgroup-cc", folder);
  o->builder.compiler = compiler;
  int status = child_main(way, &o->bed.setting, &o->builder);
  free(compiler);
  return status;
}

/* The folder for reduced cases is made where it is missing, before hours of programs whose failures it is for. */
static int run(struct options *o) {
  const char *reduced = o->random.folder;
  char *inside = NULL;
  if (reduced) {
    text_add(&inside, "%s/.", reduced);
    if ((mkdir(reduced, 0777) && errno != EEXIST) || access(inside, W_OK | X_OK)) {
      fprintf(stderr, "clgroup-random: error: --reduce: cannot write into folder '%s': %s\n", reduced, strerror(errno));
      free(inside);
      return 2;
    }
  }
  free(inside);
  if (!bed_open(&o->bed))
    return 2;
  const int status = random_run(&o->bed, &o->random);
  bed_close(&o->bed);
  return status;
}

static int print_program(const struct options *o) {
  struct generate_limits limits = o->random.limits;
  if (limits.work_group_size == SIZE_MAX)
    limits.work_group_size = USUAL_SIZE;
  struct program *p = program_generate(o->random.seed, &limits);
  struct clgroup_case c;
  program_case(p, &c);
  fputs(o->plain ? c.plain : c.text, stdout);
  case_free(&c);
  program_free(p);
  return fflush(stdout) != 0;
}

int main(int argc, char **argv) {
  output_must_arrive();
  static struct options o = {
      .bed = {.setting = {.platform = "", .device = "", .timeout = 60, .builds = 1}, .ways = "all"},
      .random = {.seed = 1,
                 .count = 100,
                 .reduce_minutes = 2,
                 .limits = {.has_double = true,
                            .has_half = true,
                            .has_extension = true,
                            .has_operators = true,
                            .features = ALL_FEATURES,
                            .lanes = {.promise = 1},
                            .work_group_size = SIZE_MAX}},
      .builtins = {.clang = CLGROUP_EXEC_CLANG, .standards = "CL1.2,CL2.0,CL3.0"},
      .builder = {.clang = CLGROUP_EXEC_CLANG, .llvm_spirv = CLGROUP_EXEC_LLVM_SPIRV},
  };
  char *folder = own_folder(&o.bed.setting);
  snprintf(o.bed.setting.layer, sizeof o.bed.setting.layer, "%.4000s/../lib/libclgroup-layer.so", folder);
  o.files = allocate((size_t)(argc + 1) * sizeof *o.files);
  o.command = argc > 1 ? argv[1] : "--help";
  if (!strcmp(o.command, "sequences")) {
    o.random.limits.sequences = o.random.all_ways = true;
    o.random.count = SEQUENCE_PROGRAMS;
  }
  if (*o.command == '-')
    take(&o, o.command, NULL);
  for (int i = 2; i < argc;)
    i += take(&o, argv[i], argv[i + 1]);

  int status = 2;
  if (!strcmp(o.command, "child")) {
    status = child(&o, folder);
  } else if (!strcmp(o.command, "print")) {
    status = print_program(&o);
  } else if (!strcmp(o.command, "builtins")) {
    status = bed_open(&o.bed) ? builtins_run(&o.bed, &o.builtins) : 2;
    bed_close(&o.bed);
  } else if (!strcmp(o.command, "run") || o.random.limits.sequences) {
    status = run(&o);
  } else if (strcmp(o.command, "replay")) {
    usage_error("unknown command '%s'", o.command);
  } else if (!o.file_count) {
    usage_error("%s needs files", "replay");
  } else if (bed_open(&o.bed)) {
    status = replay(&o.bed, o.files, o.record);
    bed_close(&o.bed);
  }
  free(o.files);
  free(folder);
  return status;
}
