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

/* The members of one group of a call, in order: its reduce, inclusive and exclusive scan. */
static bool judge_three(struct run *r, struct place *const *members, size_t count) {
  struct value sum = {{0}}, total = {{0}}, before;
  r->op->identity(r->op, &before);
  for (size_t i = 0; i < count; i++)
    if (i)
      combine(r, &total, &r->in[members[i]->item]);
    else
      total = r->in[members[i]->item];
  for (size_t i = 0; i < count; i++) {
    if (i)
      combine(r, &sum, &r->in[members[i]->item]);
    else
      sum = r->in[members[i]->item];
    if (!is_right(r, members[i], 0, &total) || !is_right(r, members[i], 1, &sum) ||
        !is_right(r, members[i], 2, &before))
      return false;
    before = sum;
  }
  return true;
}

/* The items of the work-group, blocked. */
static bool judge_items(struct run *r, struct place *places, size_t count) {
  const unsigned n = r->test->n;
  struct value total = {{0}}, before, sum;
  for (size_t i = 0; i < count * n; i++) {
    const struct value *x = &r->in[(places[i / n].item + i % n) % r->items];
    if (i)
      combine(r, &total, x);
    else
      total = *x;
  }
  bool has_before = r->test->family != FAMILY_ITEMS;
  r->op->identity(r->op, &before);
  if (has_before) {
    before = r->in[r->start % r->items];
    if (r->test->family == FAMILY_AFTER && !(total.bytes[0] & 1))
      before = total;
    struct value all = before;
    combine(r, &all, &total);
    total = all;
  }
  for (size_t i = 0; i < count * n; i++) {
    const struct value *x = &r->in[(places[i / n].item + i % n) % r->items];
    sum = *x;
    if (i || has_before) {
      sum = before;
      combine(r, &sum, x);
    }
    const struct place *p = &places[i / n];
    const unsigned k = (unsigned)(i % n);
    if (!is_right(r, p, k, &sum) || !is_right(r, p, n + k, &before) || !is_right(r, p, 2 * n, &total) ||
        !is_right(r, p, 2 * n + 1, &total) || (!has_before && !is_right(r, p, 2 * n + 2, &total)))
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
    return 0;
  default:
    return width <= r->context->promise && r->context->has_sub_groups ? (uint64_t)p->sub_group << 32 | p->lane / width
                                                                      : p->rank / width;
  }
}

/* What the update's group got of the atomic: what each member's result has beyond its own scan, for operators whose
 * combining can be undone; for others only that results are at least in order. */
static bool judge_update(struct run *r, struct place *const *members, size_t count, uint32_t *sums) {
  struct value sum = {{0}};
  uint32_t old[2];
  for (unsigned k = 0; k < 2; k++) {
    memcpy(&old[k], &r->out[k * r->items + members[0]->item], 4);
    if (k) {
      uint32_t x;
      memcpy(&x, &r->in[members[0]->item], 4);
      if (!strcmp(r->op->name, "add"))
        old[k] -= x;
      else if (!strcmp(r->op->name, "xor"))
        old[k] ^= x;
    }
  }
  const bool is_min = !strcmp(r->op->name, "min");
  for (size_t i = 0; i < count; i++) {
    struct value before = sum, wanted;
    if (i)
      combine(r, &sum, &r->in[members[i]->item]);
    else
      sum = r->in[members[i]->item];
    if (is_min && i == 0) /* what the second column's old value was shows only where it is less than the first item */
      memcpy(&old[1], &r->out[r->items + members[0]->item], 4);
    memset(&wanted, 0, sizeof wanted);
    memcpy(&wanted, &old[0], 4);
    if (i)
      combine(r, &wanted, &before);
    if (!is_right(r, members[i], 0, &wanted))
      return false;
    memset(&wanted, 0, sizeof wanted);
    memcpy(&wanted, &old[1], 4);
    combine(r, &wanted, &sum);
    if (!is_right(r, members[i], 1, &wanted))
      return false;
  }
  sums[0] = old[0];
  sums[1] = old[1];
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
    if (r->test->family >= FAMILY_ITEMS && r->test->family <= FAMILY_AFTER) {
      if (!judge_items(r, places, group.n))
        return false;
      continue;
    }
    const bool by_ranks = r->test->family == FAMILY_GROUP || r->test->family == FAMILY_GROUP_UPDATE ||
                          ((r->test->family == FAMILY_TILE || r->test->family == FAMILY_UPDATE) &&
                           (!r->context->has_sub_groups || r->test->n > r->context->promise));
    if (!by_ranks)
      qsort(members, group.n, sizeof *members, by_lane);
    bool seen[MAX_GROUP] = {false};
    for (size_t first = 0; first < group.n; first++) {
      struct place *same[MAX_GROUP];
      size_t count = 0;
      if (seen[first])
        continue;
      for (size_t i = first; i < group.n; i++)
        if (group_of(r, members[i]) == group_of(r, members[first])) {
          seen[i] = true;
          same[count++] = members[i];
        }
      if (!(is_update ? judge_update(r, same, count, sums + 3 * sum_count++) : judge_three(r, same, count)))
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

void judge_test(const struct device *d, cl_program program, const struct op *op, const struct context *context,
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
