/* `build`: measures what building a program costs. Two processes, one with the layer, build the same kernels one after
 * the other; every source is first new to all caches ("cold"), and is then built again by another pair of processes
 * ("warm"). */
#include "bench/build.h"
#include "base/files.h"
#include "bench/caches.h"
#include "bench/figures.h"
#include "bench/tool.h"
#include "bench/worker.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In milliseconds; NAN: not measured. */
struct sample {
  double build[COLUMNS]; /* from the source to the kernel */
  double ready[COLUMNS]; /* from the source to the end of the kernel's first launch: some drivers compile only then */
};

struct series {
  const char *name;
  bool warm; /* another process has put the program into the disk caches of the driver and the layer */
  struct sample *samples;
  size_t count;
};

struct bench {
  unsigned long rounds, repeats;
  struct worker own, layer; /* the two processes */
  bool cpu;
  char own_caches[PATH_MAX], layer_caches[PATH_MAX], log[PATH_MAX];
  char device[512];
  struct series series[2 * (CASES + 1)]; /* for each case cold, then warm; the last two are for loading */
  unsigned failures[CASES][COLUMNS];
  char reasons[CASES][COLUMNS][512];
  bool crashed;
};

static void new_series(struct series *s, const char *name, bool warm, size_t count) {
  *s = (struct series){.name = name, .warm = warm, .samples = malloc(count * sizeof *s->samples), .count = count};
  if (!s->samples)
    die("out of memory");
  for (size_t i = 0; i < count; i++)
    for (int c = 0; c < COLUMNS; c++)
      s->samples[i].build[c] = s->samples[i].ready[c] = NAN;
}

/* Takes a line of what a process has said. */
static void take_line(struct bench *b, const char *line, unsigned round, bool warm, bool untouched, bool layer) {
  unsigned c, column, number;
  double build, ready;
  int length = 0;
  if (sscanf(line, "loading %lf", &build) == 1) {
    b->series[2 * CASES + warm].samples[2 * round + untouched].build[layer ? LAYER : PLAIN] = build;
  } else if (!strncmp(line, "device ", 7)) {
    if (!layer)
      snprintf(b->device, sizeof b->device, "%.500s", line + 7);
  } else if (sscanf(line, "sample %u %u %u %lf %lf", &c, &column, &number, &build, &ready) == 5) {
    struct sample *s = &b->series[2 * c + warm].samples[round * b->repeats * build_cases[c].times + number];
    s->build[column] = build;
    s->ready[column] = ready;
  } else if (sscanf(line, "failed %u %u %n", &c, &column, &length) == 2 && length) {
    b->failures[c][column]++;
    snprintf(b->reasons[c][column], sizeof b->reasons[c][column], "%s", line + length);
  }
}

static void take_lines(struct bench *b, unsigned round, bool warm, bool untouched, bool layer) {
  char *said = clgroup_file_read(b->log, NULL);
  for (char *line = said, *next; line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = 0;
    const char *own = strstr(line, BUILD_LINE); /* a driver may have left text before it */
    if (own)
      take_line(b, own + strlen(BUILD_LINE), round, warm, untouched, layer);
  }
  free(said);
}

/* A round of one process. The case without work-group functions has separate ones, since what a process has compiled
 * before affects the times of its compiler. */
static void one_process(struct bench *b, unsigned round, bool warm, bool untouched, bool layer) {
  const char *words[WORKER_WORDS + 7];
  char numbers[2][24], why[512];
  size_t count = worker_words(layer ? &b->layer : &b->own, "build-one", words);
  snprintf(numbers[0], sizeof numbers[0], "%u", round);
  snprintf(numbers[1], sizeof numbers[1], "%lu", b->repeats);
  words[count++] = "--round";
  words[count++] = numbers[0];
  words[count++] = "--repeats";
  words[count++] = numbers[1];
  if (b->cpu)
    words[count++] = "--cpu";
  if (untouched)
    words[count++] = "--untouched";
  words[count] = NULL;
  if (isatty(STDERR_FILENO))
    fprintf(stderr, "\rround %u of %lu, %s, %s%-24s", round + 1, b->rounds, warm ? "warm" : "cold",
            layer ? "the layer" : "the driver", untouched ? ", no functions" : "");
  const bool good = tool_run(words, b->log, why, sizeof why);
  if (isatty(STDERR_FILENO))
    fprintf(stderr, "\r%79s\r", "");
  take_lines(b, round, warm, untouched, layer);
  if (!good && !*b->device)
    die("cannot measure: %s", why);
  if (!good)
    printf("failed: programs by %s: %s\n", layer ? "the layer" : "the driver", why);
  b->crashed |= !good;
}

/* Prints what failed. Returns whether anything did but the driver's own functions. */
static bool report_failures(const struct bench *b) {
  static const char *const who[COLUMNS] = {"the driver, without calls", "the driver", "the layer"};
  bool any = b->crashed;
  for (unsigned c = 0; c < CASES; c++)
    for (int column = 0; column < COLUMNS; column++)
      if (b->failures[c][column]) {
        printf("failed %u times: %s by %s: %s\n", b->failures[c][column], build_cases[c].name, who[column],
               b->reasons[c][column]);
        any |= column != NATIVE;
      }
  return any;
}

/* One of the two times of a sample. */
static const double *times(const struct sample *sample, bool ready) {
  return ready ? sample->ready : sample->build;
}

static void print_median(const struct series *s, bool ready, enum build_column column) {
  struct figures f = {0};
  for (size_t i = 0; i < s->count; i++)
    if (!isnan(times(&s->samples[i], ready)[column]))
      figures_add(&f, times(&s->samples[i], ready)[column]);
  if (f.count)
    printf(" %9.2f", figures_quantile(&f, 0.5));
  else
    printf(" %9s", "-");
  figures_free(&f);
}

/* Compares within each sample, so that a machine that slows down in between does not matter. */
static void print_comparison(const struct series *s, bool ready) {
  struct figures more = {0}, ratio = {0};
  for (size_t i = 0; i < s->count; i++) {
    const double *t = times(&s->samples[i], ready);
    if (isnan(t[PLAIN]) || isnan(t[LAYER]))
      continue;
    figures_add(&more, t[LAYER] - t[PLAIN]);
    figures_add(&ratio, t[LAYER] / t[PLAIN]);
  }
  if (ratio.count)
    printf(" %+9.2f %7.3f  %.3f-%.3f  %4zu", figures_quantile(&more, 0.5), figures_quantile(&ratio, 0.5),
           figures_quantile(&ratio, 0.25), figures_quantile(&ratio, 0.75), ratio.count);
  figures_free(&more);
  figures_free(&ratio);
}

/* Medians, and the median and quartiles of the ratio of the layer's time to the plain kernel's. Loading has no time to
 * run. */
static void print_table(const struct bench *b) {
  printf("%-22s %-5s %-6s %9s %9s %9s %9s %7s  %-11s  %4s\n", b->cpu ? "ms of processor time" : "ms", "cache", "to",
         "plain", "native", "layer", "more", "ratio", "quartiles", "n");
  for (size_t i = 0; i < 2 * (CASES + 1); i++)
    for (int ready = 0; ready < (i < 2 * CASES ? 2 : 1); ready++) {
      const struct series *s = &b->series[i];
      printf("%-22s %-5s %-6s", s->name, s->warm ? "warm" : "cold", ready ? "run" : "kernel");
      for (enum build_column c = PLAIN; c < COLUMNS; c++)
        print_median(s, ready, c);
      print_comparison(s, ready);
      putchar('\n');
    }
}

int bench_build(int count, char **arguments) {
  static struct bench b = {.rounds = 5, .repeats = 5};
  const char *layer = NULL;
  char default_layer[PATH_MAX];
  bool quick = false;
  b.own.wish = (struct wish){"", ""};
  const struct argument own[] = {{"--layer", .text = &layer},
                                 {"--rounds", .number = &b.rounds, .least = 1, .most = 1000},
                                 {"--repeats", .number = &b.repeats, .least = 1, .most = 1000},
                                 {"--cpu", .flag = &b.cpu},
                                 {"--quick", .flag = &quick}};
  bench_options(count, arguments, &b.own.wish, own, sizeof own / sizeof *own);
  if (quick)
    b.rounds = 1, b.repeats = 2;
  if (!layer) {
    beside("lib/libclgroup-layer.so", default_layer, sizeof default_layer);
    layer = default_layer;
  }
  if (access(layer, R_OK))
    die("cannot read the layer %s: %s", layer, strerror(errno));

  const char *caches = caches_begin();
  snprintf(b.own_caches, sizeof b.own_caches, "%s/own", caches);
  snprintf(b.layer_caches, sizeof b.layer_caches, "%s/layer", caches);
  snprintf(b.log, sizeof b.log, "%s/log", caches);
  b.own.caches = b.own_caches;
  b.layer = (struct worker){.wish = b.own.wish, .caches = b.layer_caches, .layer = layer};
  for (unsigned c = 0; c < CASES; c++)
    for (int warm = 0; warm < 2; warm++)
      new_series(&b.series[2 * c + (unsigned)warm], build_cases[c].name, warm,
                 b.rounds * b.repeats * build_cases[c].times);
  for (int warm = 0; warm < 2; warm++)
    new_series(&b.series[2 * CASES + warm], "loading OpenCL", warm, 2 * b.rounds);
  for (unsigned round = 0; round < b.rounds; round++)
    for (int turn = 0; turn < 4; turn++)
      for (unsigned i = 0; i < 2; i++)
        one_process(&b, round, turn % 2, turn < 2, (round + i) % 2);

  printf("%s\n", b.device);
  print_table(&b);
  for (size_t s = 0; s < 2 * (CASES + 1); s++)
    free(b.series[s].samples);
  return report_failures(&b) ? EXIT_FAILURE : EXIT_SUCCESS;
}
