/* `build`: measures what building a program costs. Two processes, one with the layer, alternately build the same
 * kernels; every source is first new to all caches ("cold"), and is then built again by another pair of processes
 * ("warm"). */
#include "bench/bench.h"
#include "bench/build.h"
#include "bench/caches.h"
#include "bench/worker.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct build_case loading = {.name = "loading OpenCL"};
static const struct build_case cases[] = {
    {"no functions", 8, .untouched = true, .times = 4},
    {"1 call, new context", 1, .first = true, .times = 1},
    {"1 call", 1, .times = 1},
    {"8 calls", 8, .times = 1},
    {"64 calls", 64, .times = 1},
};
enum { CASES = sizeof cases / sizeof *cases, SERIES = 2 * (CASES + 1), ENOUGH_FAILURES = 3 };

struct bench {
  unsigned long rounds, repeats;
  struct worker_settings own, layer; /* for the two processes */
  struct worker processes[2];
  bool native; /* the driver has work-group functions */
  char device[512];
  struct build_series series[SERIES]; /* for each case cold, then warm; the last two are for loading */
  unsigned failures[CASES][COLUMNS];
  char reasons[CASES][COLUMNS][512];
};

static struct build_sample *new_sample(struct build_series *s) {
  s->samples = room_for_one(s->samples, s->count, &s->room, sizeof *s->samples);
  for (int c = 0; c < COLUMNS; c++)
    s->samples[s->count].build[c] = s->samples[s->count].ready[c] = NAN;
  return &s->samples[s->count++];
}

static const struct worker_settings *settings_of(const struct bench *b, int layer) {
  return layer ? &b->layer : &b->own;
}

static void start(struct bench *b, int layer, struct build_sample *loaded) {
  struct worker *w = &b->processes[layer];
  int has_functions = 0;
  double ms = NAN;
  if (!worker_start(w, settings_of(b, layer)))
    die("cannot start to measure%s: %s", layer ? " with the layer" : "", w->line);
  if (sscanf(w->line, "ok %lf %d", &ms, &has_functions) == 2 && loaded)
    loaded->build[layer ? LAYER : PLAIN] = ms;
  const char *device = strchr(w->line, '\t');
  if (!layer && device) {
    b->native = has_functions;
    snprintf(b->device, sizeof b->device, "%.500s", device + 1);
  }
  /* The driver's first build, which loads its compiler, does not belong to any case. */
  (void)worker_ask(w, "program 0 1 4000000000");
}

/* Builds one kernel in one column, and puts its times into the sample. */
static void measure(struct bench *b, unsigned c, enum build_column column, unsigned salt, struct build_sample *sample) {
  int layer = column == LAYER;
  struct worker *w = &b->processes[layer];
  char request[64];
  if (b->failures[c][column] >= ENOUGH_FAILURES)
    return;
  snprintf(request, sizeof request, "%s %u %d %u", cases[c].first ? "first" : "program", cases[c].calls,
           column == PLAIN || cases[c].untouched, salt);
  if (worker_ask(w, request)) {
    if (sscanf(w->line, "ok %lf %lf", &sample->build[column], &sample->ready[column]) == 2)
      return;
    snprintf(w->line, sizeof w->line, "an invalid answer");
  }
  b->failures[c][column]++;
  memcpy(b->reasons[c][column], w->line, sizeof b->reasons[c][column] - 1);
  if (!w->pid) {
    worker_end(w);
    start(b, layer, NULL);
  }
}

static void one_case(struct bench *b, unsigned c, bool warm, unsigned turn, unsigned salt) {
  struct build_sample *sample = new_sample(&b->series[2 * c + warm]);
  for (unsigned i = 0; i < COLUMNS; i++) {
    enum build_column column = (turn + i) % COLUMNS;
    if (column != NATIVE || (b->native && !cases[c].untouched))
      measure(b, c, column, salt, sample);
  }
}

/* The case without work-group functions has separate processes, since what a process has compiled before affects the
 * times of its compiler. */
static void one_round(struct bench *b, unsigned round, bool warm, bool untouched) {
  struct build_sample *loaded = new_sample(&b->series[2 * CASES + warm]);
  for (unsigned i = 0; i < 2; i++)
    start(b, (int)((round + i) % 2), loaded);
  for (unsigned r = 0; r < b->repeats; r++)
    for (unsigned c = 0; c < CASES; c++)
      for (unsigned t = 0; cases[c].untouched == untouched && t < cases[c].times; t++) {
        if (isatty(STDERR_FILENO))
          fprintf(stderr, "\rround %u of %lu, %s, repeat %u of %lu: %-24s", round + 1, b->rounds,
                  warm ? "warm" : "cold", r + 1, b->repeats, cases[c].name);
        one_case(b, c, warm, r + t, ((round * b->repeats + r) * CASES + c) * 16 + t);
      }
  for (int layer = 0; layer < 2; layer++)
    worker_end(&b->processes[layer]);
  if (isatty(STDERR_FILENO))
    fprintf(stderr, "\r%79s\r", "");
}

/* Prints what failed. Returns whether anything did. */
static bool report_failures(const struct bench *b) {
  static const char *const who[COLUMNS] = {"the driver, without calls", "the driver", "the layer"};
  bool any = false;
  for (unsigned c = 0; c < CASES; c++)
    for (int column = 0; column < COLUMNS; column++)
      if (b->failures[c][column]) {
        printf("failed %u times: %s by %s: %s\n", b->failures[c][column], cases[c].name, who[column],
               b->reasons[c][column]);
        any = true;
      }
  return any;
}

int bench_build(int count, char **arguments) {
  static struct bench b = {.rounds = 5, .repeats = 5};
  struct wish wish = {"", ""};
  const char *csv_name = NULL, *layer = NULL;
  char default_layer[PATH_MAX];
  bool cpu = false, quick = false;
  const struct argument own[] = {{"--layer", .text = &layer},
                                 {"--csv", .text = &csv_name},
                                 {"--rounds", .number = &b.rounds, .least = 1, .most = 1000},
                                 {"--repeats", .number = &b.repeats, .least = 1, .most = 1000},
                                 {"--cpu", .flag = &cpu},
                                 {"--quick", .flag = &quick}};
  bench_options(count, arguments, &wish, own, sizeof own / sizeof *own);
  if (quick)
    b.rounds = 1, b.repeats = 2;
  if (!layer) {
    beside("lib/libclgroup-layer.so", default_layer, sizeof default_layer);
    layer = default_layer;
  }
  if (access(layer, R_OK))
    die("cannot read the layer %s: %s", layer, strerror(errno));
  FILE *csv = csv_name ? fopen(csv_name, "w") : NULL;
  if (csv_name && !csv)
    die("cannot write %s: %s", csv_name, strerror(errno));

  signal(SIGPIPE, SIG_IGN);
  const char *caches = caches_begin();
  b.own = (struct worker_settings){.command = "build-one", .wish = &wish, .caches = caches, .name = "own", .cpu = cpu};
  b.layer = b.own;
  b.layer.layer = layer;
  b.layer.name = "layer";
  for (int s = 0; s < SERIES; s++)
    b.series[s] = (struct build_series){.of = s < 2 * CASES ? &cases[s / 2] : &loading, .warm = s % 2};
  for (unsigned round = 0; round < b.rounds; round++)
    for (int turn = 0; turn < 4; turn++)
      one_round(&b, round, turn % 2, turn < 2);

  printf("%s\n", b.device);
  build_table(b.series, SERIES, cpu ? "ms of processor time" : "ms");
  bool failed = report_failures(&b);
  if (csv) {
    build_csv(csv, b.device, b.series, SERIES);
    if (fflush(csv) || ferror(csv) || fclose(csv))
      die("cannot write %s", csv_name);
  }
  for (int s = 0; s < SERIES; s++)
    free(b.series[s].samples);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
