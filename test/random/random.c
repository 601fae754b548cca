#include "random.h"

#include "groups.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void make_file(const struct program *p, struct case_file *f) {
  *f = (struct case_file){.option_count = 1};
  program_case(p, &f->c);
  f->options[0] = f->c.options;
  f->c.options = NULL;
}

static struct verdict judge(struct worker *w, const struct program *p) {
  struct case_file f;
  make_file(p, &f);
  struct verdict v = worker_run(w, &f, false);
  case_file_free(&f);
  return v;
}

/* Whether the program fails in this way and its plain text does not: a cut may expose a fault of the driver instead. */
static bool still_fails(struct bed *b, struct worker *w, const struct program *p, enum outcome outcome) {
  struct case_file f;
  char plain[256];
  make_file(p, &f);
  const struct verdict v = worker_run(w, &f, false);
  const bool fails = v.outcome == outcome && bed_plain(b, &f, w->way, &v, plain, sizeof plain) == PLAIN_RIGHT;
  case_file_free(&f);
  return fails;
}

/* Cuts the program while it fails in the same way: keeps the first cut that still does, and continues from there.
 * Returns whether there was one. */
static bool reduce(struct bed *b, const struct random_options *o, struct worker *w, struct program **p,
                   enum outcome outcome) {
  const time_t end = time(NULL) + (time_t)(60 * o->reduce_minutes);
  size_t count = program_reductions(*p), next = 0;
  bool cut = false;
  for (size_t failures = 0; failures < count && time(NULL) < end;) {
    next = next < count ? next : 0;
    struct program *smaller = program_reduce(*p, next);
    if (still_fails(b, w, smaller, outcome)) {
      program_free(*p);
      *p = smaller;
      cut = true;
      count = program_reductions(*p);
      failures = 0;
    } else {
      program_free(smaller);
      failures++;
      next++;
    }
  }
  return cut;
}

static void write_case(const struct random_options *o, const struct worker *w, const struct program *p, uint64_t seed,
                       const char *says) {
  struct case_file f;
  char *path = NULL;
  make_file(p, &f);
  text_add(&path, "%s/%s%s-%" PRIu64 ".cl", o->folder, o->limits.sequences ? "sequences-" : "", w->way->name, seed);
  text_add(&f.remarks, "// %s: %s\n// clgroup-random %s --seed %" PRIu64 " --count 1 --way %s\n", w->driver, says,
           o->limits.sequences ? "sequences" : "run", seed, w->way->name);
  if (case_file_write(&f, path, 16))
    printf("  reduced: %s\n", path);
  else
    fprintf(stderr, "clgroup-random: error: cannot write '%s': %s\n", path, strerror(errno));
  case_file_free(&f);
  free(path);
}

/* Whether the program crashes once and not again: some drivers' compilers crash at random. */
static bool crashed_once(struct worker *w, const struct program *p, const struct verdict *v) {
  bool again = v->outcome != OUTCOME_CRASH;
  for (unsigned i = 0; i < 2 && !again; i++)
    again = judge(w, p).outcome != OUTCOME_OK;
  return !again;
}

static void fail(struct bed *b, const struct random_options *o, struct worker *w, struct program **p, uint64_t seed,
                 const struct verdict *v) {
  struct case_file f;
  char plain[256] = "", says[700];
  make_file(*p, &f);
  const bool driver = w->way->plain || w->way->build == WAY_NATIVE || verdict_is_known(v, w->driver);
  const bool once = !driver && crashed_once(w, *p, v);
  const enum plain like = once || driver ? PLAIN_FAILS : bed_plain(b, &f, w->way, v, plain, sizeof plain);
  snprintf(says, sizeof says, "%s%s: %s", once ? "one time in three " : "", outcome_names[v->outcome], v->text);
  /* Where a smaller program fails and its plain text does not, the fault is ours after all. */
  bool ours = like == PLAIN_RIGHT;
  if (o->folder && like != PLAIN_FAILS)
    ours |= reduce(b, o, w, p, v->outcome);
  *(ours ? &b->failed : once ? &b->once : like == PLAIN_UNLIKE ? &b->unlike : &b->driver) += 1;
  printf("%s: seed %" PRIu64 ": %s %s: %s%s%s%s\n",
         ours                   ? "fail"
         : like == PLAIN_UNLIKE ? "unlike"
                                : "driver",
         seed, w->way->name, f.options[0], says, *plain ? " (" : "", plain, *plain ? ")" : "");
  case_file_free(&f);
  if (o->folder && ours)
    write_case(o, w, *p, seed, says);
}

/* The limits of the device and the options. */
static struct generate_limits limits_of(const struct random_options *o, const struct worker *w) {
  struct generate_limits limits = o->limits;
  limits.has_double &= w->fp64 != 0;
  limits.has_half &= w->fp16 != 0;
  limits.features &= w->features;
  limits.has_operators &= way_takes_headers(w->way) && w->lanes.promise;
  limits.lanes = w->lanes;
  if (limits.work_group_size > w->work_group_size)
    limits.work_group_size = w->work_group_size;
  return limits;
}

int random_run(struct bed *b, const struct random_options *o) {
  const time_t end = time(NULL) + (time_t)(o->minutes * 60);
  const uint64_t seed = o->seed;
  struct worker *workers[BED_WAYS];
  unsigned fitting = 0;
  for (const struct way_in *w = ways_in; w->name; w++)
    if (way_listed(w, b->ways) && bed_takes(b, w))
      workers[fitting++] = bed_worker(b, w);
  printf("%s, from seed %" PRIu64 ", by %u ways\n", fitting ? workers[0]->driver : "no device", seed, fitting);
  const struct generate_limits limits = fitting ? limits_of(o, workers[0]) : o->limits;
  printf("work-groups of up to %zu work-items, %s double, %s half\n", limits.work_group_size,
         limits.has_double ? "with" : "without", limits.has_half ? "with" : "without");
  uint64_t n = 0;
  for (; fitting && n < o->count && (!o->minutes || time(NULL) < end); n++) {
    for (unsigned i = 0; i < (o->all_ways ? fitting : 1); i++) {
      struct worker *w = workers[(seed + n + i) % fitting];
      const struct generate_limits own = limits_of(o, w);
      struct program *p = program_generate(seed + n, &own);
      struct verdict v = judge(w, p);
      if (v.outcome == OUTCOME_OK)
        b->passed++;
      else if (v.outcome == OUTCOME_SKIPPED)
        b->skipped++;
      else
        fail(b, o, w, &p, seed + n, &v);
      fflush(stdout);
      program_free(p);
    }
  }
  printf("%" PRIu64 " programs, the next seed is %" PRIu64 "\n", n, seed + n);
  return bed_report(b);
}

static void judge_groups(struct bed *b, const struct random_options *o, struct worker *w, uint64_t seed) {
  const struct generate_limits limits = limits_of(o, w);
  struct case_file f = {.option_count = 1};
  char *path = NULL;
  groups_case(seed, &limits, &f.c);
  f.options[0] = f.c.options;
  f.c.options = NULL;
  const struct verdict v = worker_run(w, &f, false);
  b->passed += v.outcome == OUTCOME_OK;
  b->skipped += v.outcome == OUTCOME_SKIPPED;
  if (v.outcome != OUTCOME_OK && v.outcome != OUTCOME_SKIPPED) {
    b->failed++;
    printf("fail: seed %" PRIu64 ": %s: %s: %s\n", seed, w->way->name, outcome_names[v.outcome], v.text);
    text_add(&path, "%s/groups-%s-%" PRIu64 ".cl", o->folder ? o->folder : "", w->way->name, seed);
    text_add(&f.remarks, "// %s: %s: %s\n", w->driver, outcome_names[v.outcome], v.text);
    if (o->folder && !case_file_write(&f, path, 16))
      fprintf(stderr, "clgroup-random: error: cannot write '%s': %s\n", path, strerror(errno));
  }
  fflush(stdout);
  case_file_free(&f);
  free(path);
}

int groups_run(struct bed *b, const struct random_options *o) {
  const time_t end = time(NULL) + (time_t)(o->minutes * 60);
  struct worker *workers[BED_WAYS];
  unsigned fitting = 0;
  for (const struct way_in *w = ways_in; w->name; w++)
    if (!w->plain && way_takes_headers(w) && way_listed(w, b->ways) && bed_takes(b, w))
      workers[fitting++] = bed_worker(b, w);
  for (uint64_t n = 0; fitting && n < o->count && (!o->minutes || time(NULL) < end); n++)
    for (unsigned i = 0; i < (o->all_ways ? fitting : 1); i++)
      judge_groups(b, o, workers[(o->seed + n + i) % fitting], o->seed + n);
  return bed_report(b);
}
