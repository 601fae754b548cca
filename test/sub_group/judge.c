#include "judge.h"

#include "generated.h"
#include "kernels.h"
#include "report.h"
#include "splitmix.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { LAUNCHES = 3, SPECIAL_LAUNCHES = 2, MAX_ITEMS = 1024, MAX_GROUPS = 16 };

static const size_t sizes[][3] = {{1, 1, 1}, {37, 1, 1}, {64, 1, 1}, {100, 1, 1}, {128, 1, 1}, {9, 5, 1}, {4, 3, 5}};

struct run {
  const struct test *test;
  struct shape shape;
  unsigned lanes, number; /* of this launch of the test: what its inputs are */
  unsigned special;       /* 1, 2: the launches of special inputs; 0: another */
  struct item in[MAX_ITEMS];
  cl_uint shared[MAX_GROUPS];
  size_t compared;
};

static uint64_t next_random(void) {
  static uint64_t state;
  return random_next(&state);
}

/* Who takes the first branch: some, all, every other one, a few. */
static uint32_t branch(unsigned number, size_t rank) {
  switch (number % 4) {
  case 0:
    return (rank * 7 + 3) % 5 < 3;
  case 1:
    return 1;
  case 2:
    return rank % 2;
  default:
    return rank % 17 == 5;
  }
}

/* The second operand: any, all true, all false, a few false, a few true. True is any number but 0. */
static int32_t operand(unsigned number, size_t rank) {
  const int32_t any = (int32_t)(next_random() >> 32), truth = any | 2;
  switch (number % 5) {
  case 0:
    return any & 4 ? any : 0;
  case 1:
    return truth;
  case 2:
    return 0;
  case 3:
    return rank % 23 == 7 ? 0 : truth;
  default:
    return rank % 23 == 7 ? truth : 0;
  }
}

/* The first operand of floats whose order, NaNs and signs of zeros show: in the first launch each rounds, in the second
 * they are special, and of one kind in each 16 neighbours. */
static void make_special_input(struct run *r) {
  for (size_t i = 0; i < shape_items(&r->shape); i++)
    r->in[i].x = value_special(r->special == 1 ? SPECIAL_ROUNDS : SPECIAL_ANY + (i / 16 + r->number) % 4, r->test->type,
                               next_random());
}

/* The first operand: any; or one for all, with or without a few others. */
static void make_input(struct run *r) {
  const struct test *t = r->test;
  const uint64_t same = value_random(t->op, t->type, next_random());
  for (size_t g = 0; g < shape_group_count(&r->shape); g++) {
    const struct group group = shape_group(&r->shape, g);
    r->shared[g] = (cl_uint)(next_random() >> 32);
    for (size_t rank = 0; rank < group.n; rank++) {
      struct item *item = &r->in[shape_item(&r->shape, &group, rank)];
      const bool is_same = r->number % 3 == 1 || (r->number % 3 == 2 && rank % 19 != 11);
      const uint64_t any = value_random(t->op, t->type, next_random());
      *item = (struct item){is_same ? same : any, operand(r->number, rank), branch(r->number, rank)};
    }
  }
}

/* Collects the sub-groups of a work-group from what the kernel says of its work-items. Returns whether they are right:
 * each lane is there once, and, where `lanes` are known, in its place. */
static bool gather(const struct run *r, const struct group *group, const uint64_t *places, struct lanes *subs,
                   uint64_t *seen, uint64_t *first, size_t *bad) {
  const size_t items = shape_items(&r->shape);
  for (size_t rank = 0; rank < group->n; rank++) {
    const size_t item = shape_item(&r->shape, group, rank);
    const uint64_t id = places[item] >> 32;
    const unsigned full = places[item] >> 16 & 0xff, size = places[item] >> 8 & 0xff, lane = places[item] & 0xff;
    *bad = item;
    if (id >= group->n || full > MAX_LANES || size > full || lane >= size || seen[id] >> lane & 1)
      return false;
    if (r->lanes) {
      const size_t rest = group->n - id * r->lanes;
      if (full != r->lanes || id != rank / r->lanes || lane != rank % r->lanes ||
          size != (rest < r->lanes ? rest : r->lanes))
        return false;
    }
    struct lanes *s = &subs[id];
    if (seen[id] && s->size != size)
      return false;
    s->size = size;
    s->full = full;
    s->id = (unsigned)id;
    s->enqueued_count =
        r->lanes ? (unsigned)((r->shape.local[0] * r->shape.local[1] * r->shape.local[2] + r->lanes - 1) / r->lanes)
                 : 0;
    s->a[lane] = r->in[item].a;
    s->item[lane] = item;
    for (unsigned k = 0; k < r->test->elements; k++)
      s->x[lane][k] = r->in[(item + k) % items].x;
    seen[id] |= 1ull << lane;
    if (r->in[item].branch)
      first[id] |= 1ull << lane;
  }
  unsigned count = 0;
  for (size_t id = 0; id < group->n; id++)
    count += seen[id] != 0;
  for (size_t id = 0; id < group->n; id++) {
    subs[id].count = count;
    if (seen[id] && seen[id] != ~0ull >> (64 - subs[id].size))
      return false;
  }
  return true;
}

static bool is_reduce(const struct test *t) {
  return strstr(t->name, "reduce");
}

/* Whether the lane has the bits that the next member of its reduce has. */
static bool same_in_all(const struct test *t, const struct lanes *s, uint64_t members, unsigned lane,
                        const uint64_t *out) {
  const unsigned end = t->cluster ? (lane / t->cluster + 1) * t->cluster : s->size;
  for (unsigned next = lane + 1; next < end && next < s->size; next++)
    if (members >> next & 1)
      return out[s->item[lane]] == out[s->item[next]];
  return true;
}

/* In which order a whole sub-group's scan combines floats depends on the device. */
static bool is_right(const struct run *r, uint64_t got, uint64_t wanted) {
  const struct test *t = r->test;
  if (!t->folds)
    return got == wanted;
  return r->special == 1 && !t->divergent && !is_reduce(t) ? value_near(t->op, t->type, got, wanted)
                                                           : value_same(t->op, t->type, got, wanted);
}

static bool judge_group(struct run *r, size_t number, const uint64_t *out, char **error) {
  static struct lanes subs[128];
  const struct group group = shape_group(&r->shape, number);
  const uint64_t *places = out + COLUMN_PLACE * shape_items(&r->shape);
  uint64_t seen[128] = {0}, first[128] = {0};
  size_t bad = 0;
  if (!gather(r, &group, places, subs, seen, first, &bad)) {
    text_add(error, "work-item %zu: not a sub-group: id, full size, size and lane are %016llx", bad,
             (unsigned long long)places[bad]);
    return false;
  }
  for (size_t rank = 0; rank < group.n; rank++) {
    const size_t item = shape_item(&r->shape, &group, rank);
    struct lanes *s = &subs[places[item] >> 32];
    const unsigned lane = places[item] & 0xff;
    const uint64_t all = seen[s->id], branch = r->in[item].branch ? first[s->id] : all & ~first[s->id];
    uint64_t wanted;
    const uint64_t members = r->test->divergent ? branch : all;
    s->u = r->shared[number];
    if (!r->test->expect(r->test, s, members, lane, &wanted))
      continue;
    r->compared++;
    if (r->test->folds && is_reduce(r->test) && !same_in_all(r->test, s, members, lane, out)) {
      text_add(error, "work-item %zu, lane %u of %u: %llx, and another lane of the reduce has another", item, lane,
               s->size, (unsigned long long)out[item]);
      return false;
    }
    if (!is_right(r, out[item], wanted)) {
      text_add(error, "work-item %zu, lane %u of %u: %llx instead of %llx", item, lane, s->size,
               (unsigned long long)out[item], (unsigned long long)wanted);
      return false;
    }
  }
  return true;
}

static char *judge_groups(void *data, const void *out) {
  struct run *r = data;
  char *error = NULL;
  for (size_t g = 0; !error && g < shape_group_count(&r->shape); g++)
    judge_group(r, g, out, &error);
  return error;
}

static bool run(struct run *r, const struct device *d, cl_program program, const char *name) {
  const struct launch launch = {.kernel = r->test->name,
                                .in = r->in,
                                .in_bytes = sizeof *r->in,
                                .uniform = r->shared,
                                .columns = COLUMNS,
                                .out_bytes = sizeof(uint64_t)};
  make_input(r);
  if (r->special)
    make_special_input(r);
  return generated_launch(d, program, &r->shape, &launch, name, r->number, judge_groups, r);
}

void sub_group_judge(const struct device *d, cl_program program, const struct test *t, const char *name, unsigned lanes,
                     bool full) {
  static struct run r;
  /* What the specification leaves open the library promises, and drivers do not. */
  const unsigned special = lanes && t->folds && ref_is_float(t->type) ? SPECIAL_LAUNCHES : 0;
  r = (struct run){.test = t, .lanes = lanes};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (unsigned tail = 0; tail <= (d->non_uniform ? 1 : 0); tail++) {
      r.shape = shape_make(sizes[i], 3, tail);
      if (tail && (i % 3 == 0 || i > 5))
        continue; /* some shapes of it are enough */
      if (full && (tail || sizes[i][0] % MAX_LANES))
        continue;
      for (unsigned launch = 0; launch < LAUNCHES + special; launch++, r.number++) {
        r.special = launch < LAUNCHES ? 0 : launch - LAUNCHES + 1;
        if (!run(&r, d, program, name))
          return;
      }
    }
  if (r.compared)
    report_pass(name);
  else if (!lanes)
    report_skip(name, "what is right depends on the sub-groups, which the driver chooses");
  else
    report_fail(name, "no result was defined");
}
