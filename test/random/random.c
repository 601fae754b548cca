/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "random.h"

#include "generate.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Cuts the program while it fails in the same way, and its plain text does not: a cut may expose a fault of the driver
 * instead. Keeps the first cut that still does, and continues from there. Returns whether there was one. */
static bool reduce(struct bed *b, const struct random_options *o, const struct way_in *way, struct program **p,
                   enum outcome outcome) {
  const time_t end = time(NULL) + (time_t)(60 * o->reduce_minutes);
  size_t count = program_reductions(*p), next = 0;
  bool cut = false;
  for (size_t failures = 0; failures < count && time(NULL) < end;) {
    next = next < count ? next : 0;
    struct program *smaller = program_reduce(*p, next);
    struct clgroup_case f;
    program_case(smaller, &f);
    struct clgroup_case *const list[] = {&f};
    struct judgement j;
    bed_judge(b, way, list, 1, &j);
    const bool fails = j.verdict.outcome == outcome && j.end == END_FAIL;
    case_free(&f);
    program_free(fails ? *p : smaller);
    failures = fails ? 0 : failures + 1;
    next += !fails;
    if (fails) {
      *p = smaller;
      cut = true;
      count = program_reductions(*p);
    }
  }
  return cut;
}

static void write_case(const struct bed *b, const struct random_options *o, const struct way_in *way,
                       struct clgroup_case *f, unsigned long seed, const struct verdict *v) {
  const char *suite = o->groups ? "groups" : o->limits.sequences ? "sequences" : "run";
  char *path = NULL;
  text_add(&path, "%s/%s-%s-%lu.cl", o->folder, suite, way->name, seed);
  text_add(&f->remarks, "// %s: %s: %s\n// clgroup-test random %s --seed %lu --count 1 --way %s\n",
           b->facts[way - ways_in].driver, outcome_names[v->outcome], v->text, suite, seed, way->name);
  if (case_write(f, path, 16))
    printf("  reduced: %s\n", path);
  else
    fprintf(stderr, "clgroup-test: error: cannot write '%s': %s\n", path, strerror(errno));
  free(path);
}

/* The limits of the device and the options. */
static struct generate_limits limits_of(const struct random_options *o, const struct way_in *way,
                                        const struct facts *facts) {
  struct generate_limits limits = o->limits;
  limits.has_double &= facts->fp64;
  limits.has_half &= facts->fp16;
  limits.features &= facts->features;
  limits.has_operators &= way_takes_headers(way) && facts->lanes.promise;
  limits.lanes = facts->lanes;
  if (limits.work_group_size > facts->work_group_size)
    limits.work_group_size = facts->work_group_size;
  return limits;
}

/* Programs that one way runs at a time. */
enum { BATCH = 16 };
struct batch {
  unsigned long seeds[BATCH];
  struct program *programs[BATCH];
  struct clgroup_case cases[BATCH], *list[BATCH];
  struct judgement judgements[BATCH];
  unsigned count;
};

static void add_program(struct batch *s, const struct random_options *o, const struct generate_limits *limits,
                        unsigned long seed) {
  const unsigned k = s->count++;
  s->seeds[k] = seed;
  s->list[k] = &s->cases[k];
  s->programs[k] = o->groups ? NULL : program_generate(seed, limits);
  if (o->groups)
    groups_case(seed, limits, &s->cases[k]);
  else
    program_case(s->programs[k], &s->cases[k]);
}

static void run_batch(struct bed *b, const struct random_options *o, const struct way_in *way, struct batch *s) {
  bed_judge(b, way, s->list, s->count, s->judgements);
  for (unsigned k = 0; k < s->count; k++) {
    struct program **p = &s->programs[k];
    struct judgement *j = &s->judgements[k];
    /* Where a smaller program fails and its plain text does not, the fault is ours after all. */
    if (*p && o->folder && (j->end == END_FAIL || j->end == END_UNLIKE) && reduce(b, o, way, p, j->verdict.outcome))
      j->end = END_FAIL;
    bed_tell(b, j, way, s->list[k]);
    if (o->folder && j->end == END_FAIL) {
      if (*p) {
        case_free(s->list[k]);
        program_case(*p, s->list[k]);
      }
      write_case(b, o, way, s->list[k], s->seeds[k], &j->verdict);
    }
    case_free(s->list[k]);
    program_free(*p);
  }
  s->count = 0;
}

int random_run(struct bed *b, const struct random_options *o) {
  static struct batch batch;
  const time_t end = time(NULL) + (time_t)(o->minutes * 60);
  const struct way_in *ways[BED_WAYS];
  unsigned fitting = 0;
  for (const struct way_in *w = ways_in; w->name; w++)
    if (!(o->groups && (w->plain || !way_takes_headers(w))) && bed_takes(b, w))
      ways[fitting++] = w;
  printf("%s, from seed %lu, by %u ways\n", fitting ? bed_facts(b, ways[0])->driver : "no device", o->seed, fitting);
  unsigned long n = 0, next;
  for (; fitting && n < o->count && (!o->minutes || time(NULL) < end); n = next) {
    next = n + (o->all_ways ? 1 : fitting) * BATCH < o->count ? n + (o->all_ways ? 1 : fitting) * BATCH : o->count;
    for (unsigned i = 0; i < fitting; i++) {
      const struct generate_limits limits = limits_of(o, ways[i], bed_facts(b, ways[i]));
      for (unsigned long seed = o->seed + n; seed < o->seed + next; seed++)
        if (o->all_ways || seed % fitting == i)
          add_program(&batch, o, &limits, seed);
      run_batch(b, o, ways[i], &batch);
    }
  }
  printf("%lu programs, the next seed is %lu\n", n, o->seed + n);
  return bed_report(b);
}

/* Each variant of each file. */
struct variants {
  struct clgroup_case *list[BED_CASES];
  struct judgement judgements[BED_CASES];
  unsigned count;
};

static bool read_files(struct bed *b, char *const *files, struct variants *v) {
  for (; *files; files++) {
    struct clgroup_case c;
    if (!case_read(&c, *files)) {
      b->counts[END_FAIL]++;
      continue;
    }
    for (unsigned i = 0; i < c.option_count && v->count < BED_CASES; i++) {
      struct clgroup_case *variant = v->list[v->count++] = allocate(sizeof c);
      *variant = c;
      variant->options[0] = c.options[i];
    }
  }
  return v->count < BED_CASES;
}

int replay(struct bed *b, char *const *files) {
  static struct variants v;
  if (!read_files(b, files, &v)) {
    fprintf(stderr, "clgroup-test: error: more than %d cases\n", BED_CASES - 1);
    return 2;
  }
  for (const struct way_in *w = ways_in; w->name; w++) {
    if (!bed_takes(b, w))
      continue;
    bed_judge(b, w, v.list, v.count, v.judgements);
    for (unsigned i = 0; i < v.count; i++)
      bed_tell(b, &v.judgements[i], w, v.list[i]);
  }
  return bed_report(b);
}
