#include "judge.h"

#include "generated.h"
#include "report.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ITEMS = 2048, MAX_GROUP = 256, POISON = 0xa5 };

static const size_t sizes[][3] = {{1, 1, 1},   {37, 1, 1}, {64, 1, 1}, {129, 1, 1},
                                  {256, 1, 1}, {9, 5, 1},  {32, 4, 1}, {4, 3, 5}};

struct run {
  const struct op *op;
  const struct test *test;
  const struct context *context;
  struct shape shape;
  unsigned launch;
  size_t items;
  cl_uint start; /* the item whose value goes before all */
  struct value in[MAX_ITEMS];
  const struct value *out;
  char *error; /* what is wrong, or NULL */
};

/* Where a work-item is: by its rank. */
struct place {
  size_t item;
  unsigned sub_group, lane, rank;
};

static void combine(const struct run *r, struct value *sum, const struct value *x) {
  struct value result = {{0}};
  r->op->combine(r->op, sum, x, &result);
  *sum = result;
}

/* Compares the result of a work-item in a column. Returns whether it is right. */
static bool is_right(struct run *r, const struct place *p, unsigned column, const struct value *wanted) {
  const struct value *got = &r->out[column * r->items + p->item];
  if (!memcmp(got, wanted, r->op->bytes))
    return true;
  text_add(&r->error, "work-item %zu, rank %u, lane %u of sub-group %u, column %u: ", p->item, p->rank, p->lane,
           p->sub_group, column);
  for (unsigned i = 0; i < r->op->bytes; i++)
    text_add(&r->error, "%02x", got->bytes[i]);
  text_add(&r->error, " instead of ");
  for (unsigned i = 0; i < r->op->bytes; i++)
    text_add(&r->error, "%02x", wanted->bytes[i]);
  return false;
}

static bool has_items(const struct run *r) {
  return r->test->family >= FAMILY_ITEMS && r->test->family <= FAMILY_AFTER;
}

/* Adds what follows a sum, which may be that of nothing. */
static void add(const struct run *r, struct value *sum, bool *any, const struct value *x) {
  if (*any)
    combine(r, sum, x);
  else
    *sum = *x;
  *any = true;
}

/* What goes in front of a work-group's items, whose sum a callback is given; returns whether there is any. */
static bool start_of(const struct run *r, const struct value *total, struct value *start) {
  if (r->test->family == FAMILY_FROM || r->test->family == FAMILY_AFTER) {
    const bool keeps = r->test->family == FAMILY_AFTER && !(total->bytes[0] & 1);
    *start = keeps ? *total : r->in[r->start % r->items];
    return true;
  }
  r->op->identity(r->op, start);
  return false;
}

/* The members that have set their variable, which are the first ones, have written it, and no others anything. Returns
 * how many, or 0 if that is not so. */
static size_t count_set(struct run *r, struct place *const *members, size_t count) {
  const size_t set = (r->test->n + 1) / 2;
  struct value nothing;
  memset(&nothing, POISON, sizeof nothing);
  for (size_t i = 0; i < count; i++)
    if (!is_right(r, members[i], 0, i < set ? &r->in[members[i]->item] : &nothing))
      return 0;
  return set < count ? set : count;
}

/* The members of one group of a call, in order, with an item each or n: its reduce, inclusive and exclusive scan. */
static bool judge_scans(struct run *r, struct place *const *members, size_t count) {
  const bool many = has_items(r);
  const unsigned n = many ? r->test->n : 1, inclusive = many ? 0 : 1, exclusive = many ? n : 2;
  const unsigned total_at = many ? 2 * n : 0, of_items = r->test->family == FAMILY_ITEMS ? 3 : 2;
  const bool is_unset = r->test->family == FAMILY_UNSET;
  const unsigned totals = many ? of_items : !is_unset;
  struct value total = {{0}}, before, sum;
  bool any = false;
  count = is_unset ? count_set(r, members, count) : count;
  if (!count)
    return false;
  for (size_t i = 0; i < count * n; i++)
    add(r, &total, &any, &r->in[(members[i / n]->item + i % n) % r->items]);
  any = start_of(r, &total, &before);
  if (any) {
    sum = before;
    combine(r, &sum, &total);
    total = sum;
  }
  for (size_t i = 0; i < count * n; i++) {
    const struct place *p = members[i / n];
    const unsigned k = (unsigned)(i % n);
    sum = before;
    add(r, &sum, &any, &r->in[(p->item + k) % r->items]);
    bool good = is_right(r, p, inclusive + k, &sum) && is_right(r, p, exclusive + k, &before);
    for (unsigned t = 0; t < totals; t++)
      good = good && is_right(r, p, total_at + t, &total);
    if (!good)
      return false;
    before = sum;
  }
  return true;
}

static int by_lane(const void *a, const void *b) {
  const struct place *p = *(struct place *const *)a, *q = *(struct place *const *)b;
  return p->sub_group != q->sub_group ? (p->sub_group > q->sub_group) - (p->sub_group < q->sub_group)
                                      : (p->lane > q->lane) - (p->lane < q->lane);
}

/* Which group of the call a work-item is in. */
static uint64_t group_of(const struct run *r, const struct place *p) {
  const unsigned width = r->test->n;
  switch (r->test->family) {
  case FAMILY_SUB_GROUP:
    return p->sub_group;
  case FAMILY_COALESCED:
  case FAMILY_COALESCED_UPDATE:
    return p->sub_group * 2 + (r->in[p->item].bytes[VALUE_BYTES - 1] & 1);
  case FAMILY_GROUP:
  case FAMILY_GROUP_UPDATE:
  case FAMILY_ITEMS:
  case FAMILY_FROM:
  case FAMILY_AFTER:
    return 0;
  default:
    return width <= r->context->promise && r->context->has_sub_groups ? (uint64_t)p->sub_group << 32 | p->lane / width
                                                                      : p->rank / width;
  }
}

/* What the atomic held, by what its first member's inclusive scan got, for operators whose combining can be undone; of
 * others it may be what that got. */
static uint32_t undone(const struct op *op, uint32_t got, uint32_t x) {
  return !strcmp(op->name, "add") ? got - x : !strcmp(op->name, "xor") ? got ^ x : got;
}

/* The results of one group's scans, exclusive and inclusive, must each follow from one old value of their atomic. */
static bool judge_update(struct run *r, struct place *const *members, size_t count, uint32_t *sums) {
  struct value sum = {{0}}, old[2] = {{{0}}};
  uint32_t got, x;
  bool any = false;
  memcpy(&old[0], &r->out[members[0]->item], 4);
  memcpy(&got, &r->out[r->items + members[0]->item], 4);
  memcpy(&x, &r->in[members[0]->item], 4);
  got = undone(r->op, got, x);
  memcpy(&old[1], &got, 4);
  for (size_t i = 0; i < count; i++) {
    struct value before = old[0], through = old[1];
    if (i)
      combine(r, &before, &sum);
    add(r, &sum, &any, &r->in[members[i]->item]);
    combine(r, &through, &sum);
    if (!is_right(r, members[i], 0, &before) || !is_right(r, members[i], 1, &through))
      return false;
  }
  memcpy(&sums[0], &old[0], 4);
  memcpy(&sums[1], &old[1], 4);
  memcpy(&sums[2], &sum, 4);
  return true;
}

/* All groups of the launch, (old, old, sum) each: the atomic went through these values one after another. It is enough
 * to follow it for add, where each old value is another group's end; the last is what the atomic holds. */
static bool judge_counters(struct run *r, uint32_t *all, size_t count) {
  struct value total;
  memset(&total, POISON, sizeof total);
  for (size_t i = 0; i < count; i++) {
    struct value x = {{0}};
    memcpy(&x, &all[3 * i + 2], 4);
    combine(r, &total, &x);
  }
  for (unsigned k = 0; k < 3; k++) {
    const struct value *counter = &r->out[COLUMN_COUNTERS * r->items + k];
    if (memcmp(counter->bytes, total.bytes, 4)) {
      text_add(&r->error, "the atomic %u does not hold the sum of all groups", k);
      return false;
    }
  }
  if (strcmp(r->op->name, "add"))
    return true;
  for (unsigned k = 0; k < 2; k++) {
    uint32_t at = POISON * 0x01010101u;
    for (size_t i = 0; i < count; i++) {
      size_t next = i;
      while (next < count && all[3 * next + k] != at)
        next++;
      if (next == count) {
        text_add(&r->error, "no group has the old value %x of atomic %u", (unsigned)at, k);
        return false;
      }
      at += all[3 * next + 2];
      for (unsigned word = 0; word < 3; word++) {
        const uint32_t other = all[3 * i + word];
        all[3 * i + word] = all[3 * next + word];
        all[3 * next + word] = other;
      }
    }
  }
  return true;
}

static bool judge_all(struct run *r) {
  static struct place places[MAX_GROUP];
  static struct place *members[MAX_GROUP];
  static uint32_t sums[3 * MAX_ITEMS];
  size_t sum_count = 0;
  const bool is_update = r->test->family >= FAMILY_UPDATE;
  for (size_t g = 0; g < shape_group_count(&r->shape); g++) {
    const struct group group = shape_group(&r->shape, g);
    for (size_t rank = 0; rank < group.n; rank++) {
      const size_t item = shape_item(&r->shape, &group, rank);
      uint32_t words[2] = {0};
      if (r->context->has_sub_groups)
        memcpy(words, &r->out[COLUMN_PLACE * r->items + item], sizeof words);
      places[rank] = (struct place){item, words[0], words[1], (unsigned)rank};
      members[rank] = &places[rank];
    }
    const bool by_ranks =
        r->test->family == FAMILY_GROUP || r->test->family == FAMILY_GROUP_UPDATE || has_items(r) ||
        ((r->test->family == FAMILY_TILE || r->test->family == FAMILY_UNSET || r->test->family == FAMILY_UPDATE) &&
         (!r->context->has_sub_groups || r->test->n > r->context->promise));
    if (!by_ranks)
      qsort(members, group.n, sizeof *members, by_lane);
    bool seen[MAX_GROUP] = {false};
    for (size_t first = 0; first < group.n; first++) {
      struct place *same[MAX_GROUP] = {0};
      size_t count = 0;
      if (seen[first])
        continue;
      for (size_t i = first; i < group.n; i++)
        if (group_of(r, members[i]) == group_of(r, members[first])) {
          seen[i] = true;
          same[count++] = members[i];
        }
      if (!(is_update ? judge_update(r, same, count, sums + 3 * sum_count++) : judge_scans(r, same, count)))
        return false;
    }
  }
  return !is_update || judge_counters(r, sums, sum_count);
}

/* What is wrong in this launch, or NULL. */
static char *judge_launch(void *data, const void *out) {
  struct run *r = data;
  r->out = out;
  r->error = NULL;
  judge_all(r);
  return r->error;
}

static void make_input(struct run *r) {
  r->items = shape_items(&r->shape);
  memset(r->in, 0, sizeof r->in);
  for (size_t i = 0; i < r->items; i++) {
    const uint64_t seed = (r->launch * 4099ull + i) * 0x2545f4914f6cdd1dull;
    r->in[i].bytes[VALUE_BYTES - 1] = (unsigned char)(r->launch % 3 == 0   ? i * 7 % 5 < 3
                                                      : r->launch % 3 == 1 ? i % 2
                                                                           : 1);
    r->op->random(r->op, seed, &r->in[i]);
  }
  r->start = 7 * r->launch + 3;
}

static bool run(struct run *r, const struct device *d, cl_program program, const char *kernel, const char *name) {
  cl_uint shared[64];
  make_input(r);
  for (unsigned i = 0; i < sizeof shared / sizeof *shared; i++)
    shared[i] = r->start;
  const struct launch launch = {.kernel = kernel,
                                .in = r->in,
                                .in_bytes = sizeof *r->in,
                                .uniform = shared,
                                .columns = COLUMNS,
                                .out_bytes = sizeof(struct value)};
  return generated_launch(d, program, &r->shape, &launch, name, r->launch, judge_launch, r);
}

void scans_judge(const struct device *d, cl_program program, const struct op *op, const struct context *context,
                 const struct test *test, const char *name) {
  static struct run r;
  char kernel[64];
  kernels_name(test, kernel, sizeof kernel);
  r = (struct run){.op = op, .test = test, .context = context};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (unsigned tail = 0; tail <= (d->non_uniform && i % 3 == 1 ? 1 : 0); tail++) {
      const bool is_update = test->family >= FAMILY_UPDATE;
      r.shape = shape_make(sizes[i], is_update ? 6 : 2, tail);
      if (shape_items(&r.shape) > MAX_ITEMS || shape_items(&r.shape) < 2)
        continue;
      r.launch++;
      if (!run(&r, d, program, kernel, name))
        return;
    }
  report_pass(name);
}
