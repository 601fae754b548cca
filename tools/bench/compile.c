/* `compile`: measures clgroup-cc's compile time against that of the tools it runs: clang for bitcode, clang and then
 * llvm-spirv for SPIR-V. Both compile the same kernels alternately. Needs no device. */
#include "bench/bench.h"
#include "bench/caches.h"
#include "bench/figures.h"
#include "base/files.h"
#include "bench/programs.h"
#include "bench/tool.h"
#include "names/strategies.h"
#include "targets/targets.h"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const unsigned calls[] = {0, 1, 8, 64};
enum { KERNELS = sizeof calls / sizeof *calls, PATHS = PATH_MAX + 32 };
enum output { BITCODE, SPIRV, OUTPUTS };
static const char *const suffixes[OUTPUTS] = {"bc", "spv"};

struct compile {
  const char *cc, *strategy; /* strategy: an option, or NULL for the compiler's default */
  char clang[PATH_MAX], spirv[PATH_MAX], libraries[PATH_MAX];
  char log[PATHS], bitcode[PATHS]; /* bitcode: between clang and llvm-spirv */
  const char *folder;
  double (*clock)(void);
};

static void must_run(const struct compile *c, const char *const words[]) {
  char why[512];
  if (!tool_run(words, c->log, why, sizeof why))
    die("%s", why);
}

/* The text after the label in `clgroup-cc --version`. */
static void read_version(const char *text, const char *label, char *value, size_t size) {
  const char *at = strstr(text, label);
  if (!at)
    die("clgroup-cc --version has no '%s'", label);
  at += strlen(label);
  at += strspn(at, " ");
  snprintf(value, size, "%.*s", (int)strcspn(at, "\n"), at);
}

static void find_tools(struct compile *c) {
  const char *const words[] = {c->cc, "--version", NULL};
  must_run(c, words);
  char *text = clgroup_file_read(c->log, NULL);
  if (!text)
    die("cannot read %s: %s", c->log, strerror(errno));
  read_version(text, "clang:", c->clang, sizeof c->clang);
  read_version(text, "llvm-spirv:", c->spirv, sizeof c->spirv);
  read_version(text, "libraries:", c->libraries, sizeof c->libraries);
  free(text);
}

static double by_tools(const struct compile *c, const char *source, const char *output, enum output kind) {
  const char *const clang[] = {c->clang,
                               "-target",
                               "spir64-unknown-unknown",
                               "-cl-std=CL3.0",
                               "-c",
                               "-emit-llvm",
                               source,
                               "-o",
                               kind == SPIRV ? c->bitcode : output,
                               NULL};
  const char *const spirv[] = {c->spirv, "--spirv-max-version=1.2", c->bitcode, "-o", output, NULL};
  double start = c->clock();
  must_run(c, clang);
  if (kind == SPIRV)
    must_run(c, spirv);
  return c->clock() - start;
}

static double by_ours(const struct compile *c, const char *source, const char *output) {
  const char *const words[] = {c->cc, source, "-o", output, c->strategy, NULL};
  double start = c->clock();
  must_run(c, words);
  return c->clock() - start;
}

static size_t size_of(const char *path) {
  struct stat s;
  if (stat(path, &s))
    die("cannot read %s: %s", path, strerror(errno));
  return (size_t)s.st_size;
}

/* `without`: the size of the kernel without calls, in bytes. */
static void print_row(unsigned n, enum output kind, struct figures series[3], size_t bytes, size_t without) {
  double tools = figures_quantile(&series[0], 0.5), ours = figures_quantile(&series[1], 0.5),
         ratio = figures_quantile(&series[2], 0.5), low = figures_quantile(&series[2], 0.25),
         high = figures_quantile(&series[2], 0.75);
  printf("%5u  %-6s %9.1f %11.1f %7.3f  %.3f-%.3f %5zu %8zu", n, suffixes[kind], tools, ours, ratio, low, high,
         series[2].count, bytes);
  if (n)
    printf(" %9.0f", ((double)bytes - (double)without) / n);
  putchar('\n');
}

static void measure(const struct compile *c, unsigned repeats) {
  char source[PATHS], theirs[PATHS], ours[PATHS];
  size_t without[OUTPUTS] = {0};
  printf("calls  output  tools/ms clgroup/ms   ratio  quartiles       n    bytes  per call\n");
  for (unsigned k = 0; k < KERNELS; k++) {
    char *text = program_text(&(struct program){.calls = calls[k]});
    snprintf(source, sizeof source, "%s/calls%u.cl", c->folder, calls[k]);
    if (!clgroup_file_write(source, text, strlen(text)))
      die("cannot write %s: %s", source, strerror(errno));
    free(text);
    for (enum output kind = BITCODE; kind < OUTPUTS; kind++) {
      struct figures series[3] = {0}; /* the tools, clgroup-cc, and the ratio in each repeat */
      snprintf(theirs, sizeof theirs, "%s/theirs.%s", c->folder, suffixes[kind]);
      snprintf(ours, sizeof ours, "%s/ours.%s", c->folder, suffixes[kind]);
      /* The first repeat only warms the system's caches. */
      for (unsigned r = 0; r <= repeats; r++) {
        if (isatty(STDERR_FILENO))
          fprintf(stderr, "\r%u calls, %s, repeat %u of %u  ", calls[k], suffixes[kind], r, repeats);
        double first = r % 2 ? by_tools(c, source, theirs, kind) : by_ours(c, source, ours),
               second = r % 2 ? by_ours(c, source, ours) : by_tools(c, source, theirs, kind);
        if (!r)
          continue;
        figures_add(&series[0], r % 2 ? first : second);
        figures_add(&series[1], r % 2 ? second : first);
        figures_add(&series[2], r % 2 ? second / first : first / second);
      }
      if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%60s\r", "");
      if (!calls[k])
        without[kind] = size_of(ours);
      print_row(calls[k], kind, series, size_of(ours), without[kind]);
      for (int i = 0; i < 3; i++)
        figures_free(&series[i]);
    }
  }
}

/* The library's own files: a line per target and strategy. */
static void print_sizes(const struct compile *c) {
  static const char *const strategies[] = {CLGROUP_STRATEGY_NAMES};
  printf("\nlibrary, KiB       bitcode  SPIR-V modules\n");
  for (unsigned t = 0; t < sizeof clgroup_targets / sizeof *clgroup_targets; t++)
    for (unsigned s = 0; s < CLGROUP_STRATEGY_COUNT; s++) {
      char path[PATHS + 64];
      size_t modules = 0;
      glob_t found;
      snprintf(path, sizeof path, "%s/spirv/%s.%s.*.spv", c->libraries, clgroup_targets[t].name, strategies[s]);
      if (!glob(path, 0, NULL, &found))
        for (size_t i = 0; i < found.gl_pathc; i++)
          modules += size_of(found.gl_pathv[i]);
      globfree(&found);
      snprintf(path, sizeof path, "%s/%s.%s.bc", c->libraries, clgroup_targets[t].name, strategies[s]);
      if (access(path, R_OK))
        continue; /* not all targets have all strategies */
      printf("%s.%-10s %8zu %15zu\n", clgroup_targets[t].name, strategies[s], (size_of(path) + 512) / 1024,
             (modules + 512) / 1024);
    }
}

int bench_compile(int count, char **arguments) {
  struct compile c = {0};
  unsigned long repeats = 25;
  bool quick = false, cpu = false;
  const char *name = NULL;
  char default_cc[PATH_MAX], strategy[64];
  const struct argument own[] = {{"--cc", .text = &c.cc},
                                 {"--repeats", .number = &repeats, .least = 1, .most = 1000},
                                 {"--quick", .flag = &quick},
                                 {"--cpu", .flag = &cpu},
                                 {"--strategy", .text = &name}};
  bench_options(count, arguments, NULL, own, sizeof own / sizeof *own);
  if (quick)
    repeats = 1;
  c.clock = cpu ? cpu_ms : now_ms;
  if (name) {
    snprintf(strategy, sizeof strategy, "--strategy=%s", name);
    c.strategy = strategy;
  }
  if (!c.cc) {
    beside("bin/clgroup-cc", default_cc, sizeof default_cc);
    c.cc = default_cc;
  }
  c.folder = caches_begin();
  snprintf(c.log, sizeof c.log, "%s/log", c.folder);
  snprintf(c.bitcode, sizeof c.bitcode, "%s/between.bc", c.folder);
  find_tools(&c);
  measure(&c, (unsigned)repeats);
  print_sizes(&c);
  return EXIT_SUCCESS;
}
