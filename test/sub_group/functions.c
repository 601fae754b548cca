/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "functions.h"

#include <stdio.h>

/* What each function is to give (struct function's `expect`). */
#define EXPECT(name)                                                                                                   \
  static bool expect_##name(const struct function *f, const struct lanes *s, lane_set members, unsigned lane,          \
                            uint64_t *value)

static unsigned first_of(lane_set set) {
  unsigned lane = 0;
  while (!is_in(set, lane))
    lane++;
  return lane;
}

/* A set in one number, as the kernels' SET makes it. */
static uint64_t number_of(lane_set set) {
  return set.words[0] + 31 * set.words[1];
}

/* The lane's operand as a set. */
static lane_set set_of(const struct lanes *s, unsigned lane) {
  return (lane_set){{s->x[lane][0], s->high[lane]}};
}

static unsigned last_of(lane_set set, unsigned full) {
  unsigned lane = full - 1;
  while (!is_in(set, lane))
    lane--;
  return lane;
}

/* The members whose second operand is not 0. */
static lane_set yes(const struct lanes *s, lane_set members) {
  lane_set set = {0};
  for (unsigned i = 0; i < s->size; i++)
    if (is_in(members, i) && s->a[i] % 2)
      set = with(set, i);
  return set;
}

static bool are_equal(const struct lanes *s, lane_set members) {
  bool equal = true;
  for (unsigned i = 0; i < s->size; i++)
    equal &= !is_in(members, i) || s->x[i][0] == s->x[first_of(members)][0];
  return equal;
}

/* How many of the lanes from `from` up to before `to` are in the set. Of a full sub-group, here and in the masks: so
 * the extension says. */
static unsigned bits_between(lane_set set, unsigned from, unsigned to) {
  unsigned count = 0;
  for (unsigned i = from; i < to; i++)
    count += is_in(set, i);
  return count;
}

static unsigned count_of(lane_set set) {
  return bits_between(set, 0, MAX_LANES);
}

static uint64_t mask_between(unsigned from, unsigned to) {
  lane_set set = {0};
  for (unsigned i = from; i < to; i++)
    set = with(set, i);
  return number_of(set);
}

/* The elements of a lane's operand in one number, as the kernels' BITS make it. */
static bool value_of(const struct function *f, const struct lanes *s, lane_set members, uint64_t lane,
                     uint64_t *value) {
  if (lane >= s->size || !is_in(members, (unsigned)lane))
    return false;
  *value = 0;
  for (unsigned i = 0; i < f->elements; i++)
    *value = *value * 31 + s->x[lane][i];
  return true;
}

static int delta(const struct lanes *s) {
  return (int)(s->shared % 640) - 320;
}

/* The place of lane + delta in a ring of `size`. */
static unsigned rotated(unsigned lane, int by, unsigned size) {
  const int place = ((int)lane + by) % (int)size;
  return (unsigned)(place < 0 ? place + (int)size : place);
}

EXPECT(reduce);

/* Over the members from lane `from` up to before `to`; the identity if there are none. In the orders that
 * docs/results.md promises: a reduce of the whole sub-group combines neighbours first. Otherwise each combines with
 * what the next one below has, then with what that one's 2, 4 ... members have; the last one of them has the result. */
static uint64_t fold(const struct function *f, const struct lanes *s, lane_set members, unsigned from, unsigned to) {
  uint64_t sums[MAX_LANES];
  unsigned count = 0;
  for (unsigned i = from; i < to && i < s->size; i++)
    if (is_in(members, i))
      sums[count++] = ref_prepare(f->op, s->x[i][0]);
  if (!count)
    return ref_identity(f->op, f->type);
  const bool neighbours = f->expect == expect_reduce && !f->divergent;
  for (unsigned step = 1; step < count; step *= 2)
    if (neighbours)
      for (unsigned i = 0; i + step < count; i += 2 * step)
        sums[i] = ref_combine(f->op, f->type, sums[i], sums[i + step]);
    else
      for (unsigned i = count - 1; i >= step; i--)
        sums[i] = ref_combine(f->op, f->type, sums[i - step], sums[i]);
  return sums[neighbours ? 0 : count - 1];
}

static bool of_lower(const struct function *f, const struct lanes *s, lane_set members, unsigned lane, unsigned from,
                     uint64_t *value) {
  if (from > s->size / 2 || !value_of(f, s, members, from, value))
    *value = 0;
  *value += lane <= s->size / 2;
  return true;
}

#define NUMBER(number) (*value = (number), true)
#define LANE(from) value_of(f, s, members, from, value)
#define UP_TO_HALF(from) of_lower(f, s, members, lane, from, value)
/* Where the lane's cluster begins; and whether it may be as large: at most as a full sub-group. */
#define CLUSTER (lane / f->cluster * f->cluster)
#define FITS (f->cluster <= s->full)

#define FAMILY(...)
#define ROW(name, gives, ...)                                                                                          \
  EXPECT(name) {                                                                                                       \
    (void)f, (void)s, (void)members, (void)lane;                                                                       \
    return gives;                                                                                                      \
  }
ROW(reduce, NUMBER(fold(f, s, members, 0, s->size)), )
ROW(scan_inclusive, NUMBER(fold(f, s, members, 0, lane + 1)), )
ROW(scan_exclusive, NUMBER(fold(f, s, members, 0, lane)), )
#include "functions.inc"

/* The rows, with one without a name before those of each family, and behind them all. */
enum {
#define FAMILY(name, ...) HEAD_##name,
#define ROW(name, ...) AT_##name,
#include "functions.inc"
};
static const struct function rows[] = {
#define FAMILY(...) {.name = ""},
#define ROW(name, gives, ...) {#name, __VA_ARGS__, .expect = expect_##name},
#include "functions.inc"
    {.name = ""}};

#define CORE "cl_khr_subgroups"
#define FOLDS(before, from, to) .prefix = before, .first = from, .last = to
const struct family families[FAMILIES] = {
#define FAMILY(name, ...) {#name, __VA_ARGS__, .rows = &rows[HEAD_##name + 1]},
#define ROW(...)
#include "functions.inc"
    {"flow", CORE " cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative cl_khr_subgroup_rotate", false, false,
     ALL_SMALL, .rows = flows},
};

/* The variants of a row; *list is moved behind them. */
static void add_variants(const struct function *row, enum ref_type type, const struct traits *traits,
                         struct function **list) {
  static const unsigned lengths[] = {1, 2, 3, 4, 8, 16};
  switch (row->variants) {
  case ONE:
    *(*list)++ = *row;
    break;
  case LENGTHS:
    for (unsigned i = 0; i < (traits->is_extended ? sizeof lengths / sizeof *lengths : 1); i++) {
      struct function *f = (*list)++;
      char length[8] = "";
      *f = *row;
      f->elements = lengths[i];
      if (i)
        snprintf(length, sizeof length, "%u", lengths[i]);
      snprintf(f->name, sizeof f->name, "%.48s%s%s", row->name, i ? "_" : "", length);
      snprintf(f->result, sizeof f->result, "BITS%s(sub_group_%s(%s%s, shared_index))", length, row->name,
               i ? "VECTOR" : "x", length);
    }
    break;
  case CLUSTERS:
    for (unsigned n = 1; n <= traits->lanes; n *= traits->is_quick ? 8 : 2) {
      struct function *f = (*list)++;
      *f = *row;
      f->cluster = n;
      snprintf(f->name, sizeof f->name, "%.48s_%u", row->name, n);
      snprintf(f->result, sizeof f->result, "BITS(sub_group_%s(x%s, %u))", row->name,
               row->folds ? "" : ", shared_delta", n);
    }
    break;
  case CLUSTERS_OF_OPERATORS:
    for (enum ref_op op = 0; op < REF_OPS; op++) {
      struct function f = *row;
      f.op = op;
      f.variants = CLUSTERS;
      snprintf(f.name, sizeof f.name, "%.40s_%.20s", row->name, ref_op_name(op));
      if (ref_takes(op, type))
        add_variants(&f, type, traits, list);
    }
  }
}

unsigned family_functions(const struct family *family, enum ref_type type, const struct traits *traits,
                          struct function *functions) {
  bool (*const folds[])(const struct function *, const struct lanes *, lane_set, unsigned,
                        uint64_t *) = {expect_reduce, expect_scan_inclusive, expect_scan_exclusive};
  struct function *end = functions;
  for (enum ref_op op = family->first; family->prefix && op <= family->last; op++)
    for (unsigned kind = 0; kind < REF_FAMILIES && ref_takes(op, type); kind++) {
      *end = (struct function){.folds = true, .op = op, .expect = folds[kind]};
      snprintf(end->name, sizeof end->name, "%s%s_%s", family->prefix, ref_family_name(kind), ref_op_name(op));
      snprintf(end->result, sizeof end->result, "BITS(sub_group_%s(x))", end->name);
      end++;
    }
  for (const struct function *row = family->rows; *row->name; row++)
    add_variants(row, type, traits, &end);
  for (struct function *f = functions; f < end; f++) {
    f->type = type;
    f->divergent = family->divergent && !traits->is_uniform;
    f->elements = f->elements ? f->elements : 1;
  }
  return (unsigned)(end - functions);
}
