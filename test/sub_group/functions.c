/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "functions.h"

#include <stdio.h>

/* What each function is to give (struct function's `expect`). */
#define EXPECT(name)                                                                                                   \
  static bool expect_##name(const struct function *f, const struct lanes *s, lane_set members, unsigned lane,          \
                            uint64_t *value)

/* A function that looks at one sub-group and gives a number. */
#define GIVES(name, number)                                                                                            \
  EXPECT(name) {                                                                                                       \
    (void)f, (void)s, (void)members, (void)lane;                                                                       \
    *value = (number);                                                                                                 \
    return true;                                                                                                       \
  }

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

/* Not known where the driver chooses the sub-groups. */
EXPECT(enqueued_count) {
  (void)f, (void)members, (void)lane;
  *value = s->enqueued_count;
  return s->enqueued_count != 0;
}

GIVES(size, s->size)
GIVES(max_size, s->full)
GIVES(count, s->count)
GIVES(id, s->id)
GIVES(local_id, lane)
GIVES(second_next, s->x[(lane + 2) % s->size][0])
GIVES(elect, lane == first_of(members))

/* The members whose second operand is not 0. */
static lane_set yes(const struct lanes *s, lane_set members) {
  lane_set set = {0};
  for (unsigned i = 0; i < s->size; i++)
    if (is_in(members, i) && s->a[i] % 2)
      set = with(set, i);
  return set;
}

GIVES(ballot, number_of(yes(s, members)))

EXPECT(all_equal) {
  (void)f, (void)lane;
  *value = 1;
  for (unsigned i = 0; i < s->size; i++)
    if (is_in(members, i) && s->x[i][0] != s->x[first_of(members)][0])
      *value = 0;
  return true;
}

/* How many of the lanes from `from` up to before `to` are in the set. Of a full sub-group, here and in the masks: so
 * the extension says. */
static unsigned bits_between(lane_set set, unsigned from, unsigned to) {
  unsigned count = 0;
  for (unsigned i = from; i < to; i++)
    count += is_in(set, i);
  return count;
}

GIVES(all, bits_between(yes(s, members), 0, MAX_LANES) == bits_between(members, 0, MAX_LANES))
GIVES(any, bits_between(yes(s, members), 0, MAX_LANES) != 0)
GIVES(inverse_ballot, is_in(set_of(s, lane), lane))
GIVES(bit_extract, is_in(set_of(s, lane), s->a[lane] % s->size))
GIVES(bit_count, bits_between(set_of(s, lane), 0, s->full))
GIVES(ballot_inclusive, bits_between(set_of(s, lane), 0, lane + 1))
GIVES(ballot_exclusive, bits_between(set_of(s, lane), 0, lane))
GIVES(find_lsb, first_of(with(set_of(s, lane), lane)))

EXPECT(find_msb) {
  (void)f, (void)members;
  *value = s->full - 1;
  while (!is_in(with(set_of(s, lane), lane), (unsigned)*value))
    --*value;
  return true;
}

static uint64_t mask_between(unsigned from, unsigned to) {
  lane_set set = {0};
  for (unsigned i = from; i < to; i++)
    set = with(set, i);
  return number_of(set);
}

GIVES(eq_mask, mask_between(lane, lane + 1))
GIVES(ge_mask, mask_between(lane, s->full))
GIVES(gt_mask, mask_between(lane + 1, s->full))
GIVES(le_mask, mask_between(0, lane + 1))
GIVES(lt_mask, mask_between(0, lane))

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

#define GIVES_LANE(name, from)                                                                                         \
  EXPECT(name) {                                                                                                       \
    (void)lane;                                                                                                        \
    return value_of(f, s, members, from, value);                                                                       \
  }

static int delta(const struct lanes *s) {
  return (int)(s->shared % 640) - 320;
}

/* The place of lane + delta in a ring of `size`. */
static unsigned rotated(unsigned lane, int by, unsigned size) {
  const int place = ((int)lane + by) % (int)size;
  return (unsigned)(place < 0 ? place + (int)size : place);
}

GIVES_LANE(broadcast, s->shared % s->size)
GIVES_LANE(broadcast_first, first_of(members))
GIVES_LANE(shuffle, s->a[lane] % s->size)
/* An index, a mask or a delta of each lane's own, which may lead out of the sub-group. */
GIVES_LANE(shuffle_wide, s->a[lane] % (2 * s->size))
GIVES_LANE(shuffle_xor_wide, lane ^ s->a[lane] % (2 * s->size))
GIVES_LANE(shuffle_up_wide, (uint64_t)lane - s->a[lane] % (2 * s->size))
GIVES_LANE(shuffle_down_wide, lane + (uint64_t)(s->a[lane] % (2 * s->size)))
GIVES_LANE(shuffle_xor, lane ^ (s->shared % s->size))
GIVES_LANE(shuffle_up, (uint64_t)lane - s->shared % s->size)
GIVES_LANE(shuffle_down, lane + s->shared % s->size)
GIVES_LANE(shuffle_xor_by, lane ^ f->cluster)
GIVES_LANE(shuffle_up_by, (uint64_t)lane - f->cluster)
GIVES_LANE(shuffle_down_by, lane + f->cluster)
GIVES_LANE(rotate, rotated(lane, delta(s), s->full))

/* Clusters are at most as large as a full sub-group. */
#define FITS(f, s) ((f)->cluster <= (s)->full)
EXPECT(clustered_rotate) {
  const unsigned from = lane / f->cluster * f->cluster + rotated(lane % f->cluster, delta(s), f->cluster);
  return FITS(f, s) && value_of(f, s, members, from, value);
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

GIVES(reduce, fold(f, s, members, 0, s->size))
GIVES(scan_inclusive, fold(f, s, members, 0, lane + 1))
GIVES(scan_exclusive, fold(f, s, members, 0, lane))

EXPECT(clustered_reduce) {
  *value = fold(f, s, members, lane / f->cluster * f->cluster, (lane / f->cluster + 1) * f->cluster);
  return FITS(f, s);
}

/* ---- the functions: a kernel's name, its expression, and what it is to give ---- */

static const struct function queries[] = {
    {"size", "get_sub_group_size()", .expect = expect_size},
    {"max_size", "get_max_sub_group_size()", .expect = expect_max_size},
    {"count", "get_num_sub_groups()", .expect = expect_count},
    {"enqueued_count", "get_enqueued_num_sub_groups()", .expect = expect_enqueued_count},
    {"id", "get_sub_group_id()", .expect = expect_id},
    {"local_id", "get_sub_group_local_id()", .expect = expect_local_id},
};

/* The second write is to the first one's place, which its reader must have left. */
#define MEET(barrier)                                                                                                  \
  "  local ulong all[4096];\n"                                                                                         \
  "  local ulong *own = all + get_sub_group_id() * get_max_sub_group_size();\n"                                        \
  "  own[lane] = X; " barrier ";\n"                                                                                    \
  "  ulong next = own[(lane + 1) % size]; " barrier ";\n"                                                              \
  "  own[lane] = next; " barrier ";\n"

static const struct function barriers[] = {
    {"barrier", "own[(lane + 1) % size]", .expect = expect_second_next,
     .before = MEET("sub_group_barrier(CLK_LOCAL_MEM_FENCE)")},
    {"barrier_scope", "own[(lane + 1) % size]", .expect = expect_second_next,
     .before = MEET("sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group)")},
};

static const struct function votes[] = {
    {"all", "TRUTH(sub_group_all(a))", .expect = expect_all},
    {"any", "TRUTH(sub_group_any(a))", .expect = expect_any},
};

static const struct function non_uniform_votes[] = {
    {"elect", "TRUTH(sub_group_elect())", .expect = expect_elect},
    {"non_uniform_all", "TRUTH(sub_group_non_uniform_all(a))", .expect = expect_all},
    {"non_uniform_any", "TRUTH(sub_group_non_uniform_any(a))", .expect = expect_any},
};

static const struct function all_equal[] = {
    {"non_uniform_all_equal", "TRUTH(sub_group_non_uniform_all_equal(x))", .expect = expect_all_equal},
};

static const struct function ballots[] = {
    {"ballot", "SET(sub_group_ballot(a))", .expect = expect_ballot},
    {"inverse_ballot", "TRUTH(sub_group_inverse_ballot(OPERAND_SET))", .expect = expect_inverse_ballot},
    {"bit_extract", "TRUTH(sub_group_ballot_bit_extract(OPERAND_SET, index))", .expect = expect_bit_extract},
    {"bit_count", "sub_group_ballot_bit_count(OPERAND_SET)", .expect = expect_bit_count},
    {"ballot_inclusive", "sub_group_ballot_inclusive_scan(OPERAND_SET)", .expect = expect_ballot_inclusive},
    {"ballot_exclusive", "sub_group_ballot_exclusive_scan(OPERAND_SET)", .expect = expect_ballot_exclusive},
    /* Of no lanes: undefined. */
    {"find_lsb", "sub_group_ballot_find_lsb(WITH(OPERAND_SET, lane))", .expect = expect_find_lsb, .op = REF_OR},
    {"find_msb", "sub_group_ballot_find_msb(WITH(OPERAND_SET, lane))", .expect = expect_find_msb, .op = REF_OR},
    {"eq_mask", "SET(get_sub_group_eq_mask())", .expect = expect_eq_mask},
    {"ge_mask", "SET(get_sub_group_ge_mask())", .expect = expect_ge_mask},
    {"gt_mask", "SET(get_sub_group_gt_mask())", .expect = expect_gt_mask},
    {"le_mask", "SET(get_sub_group_le_mask())", .expect = expect_le_mask},
    {"lt_mask", "SET(get_sub_group_lt_mask())", .expect = expect_lt_mask},
};

#define BY(name, n)                                                                                                    \
  { #name "_" #n, "BITS(sub_group_" #name "(x, " #n "))", .expect = expect_##name##_by, .cluster = n }
static const struct function shuffles[] = {
    /* PoCL 6.0 finds no kernel of the name shuffle, which is a built-in function's. */
    {"shuffle_index", "BITS(sub_group_shuffle(x, index))", .expect = expect_shuffle},
    {"shuffle_xor", "BITS(sub_group_shuffle_xor(x, shared_index))", .expect = expect_shuffle_xor},
    {"shuffle_wide", "BITS(sub_group_shuffle(x, wide))", .expect = expect_shuffle_wide},
    {"shuffle_xor_wide", "BITS(sub_group_shuffle_xor(x, wide))", .expect = expect_shuffle_xor_wide},
    BY(shuffle_xor, 1),
    BY(shuffle_xor, 2),
    BY(shuffle_xor, 4),
    BY(shuffle_xor, 8),
    BY(shuffle_xor, 16),
};

static const struct function relative[] = {
    {"shuffle_up", "BITS(sub_group_shuffle_up(x, shared_index))", .expect = expect_shuffle_up},
    {"shuffle_down", "BITS(sub_group_shuffle_down(x, shared_index))", .expect = expect_shuffle_down},
    {"shuffle_up_wide", "BITS(sub_group_shuffle_up(x, wide))", .expect = expect_shuffle_up_wide},
    {"shuffle_down_wide", "BITS(sub_group_shuffle_down(x, wide))", .expect = expect_shuffle_down_wide},
    BY(shuffle_up, 1),
    BY(shuffle_down, 1),
};
#undef BY

/* Variables that some lanes alone have set, by a branch which theirs alone is. The lanes count whose results depend on
 * no other. */
#define SET(lanes, value) "  T v;\n  ulong branch = 0;\n  if (" lanes ") {\n    v = " value ";\n    branch = 1;\n  }\n"
#define LEADER SET("lane == size / 2", "x")
#define LOWER SET("lane <= size / 2", "x")
#define COUNTS(lanes, function) "COUNTS(" lanes ", BITS(sub_group_" function ")) + branch"

static bool of_lower(const struct function *f, const struct lanes *s, lane_set members, unsigned lane, unsigned from,
                     uint64_t *value) {
  if (from > s->size / 2 || !value_of(f, s, members, from, value))
    *value = 0;
  *value += lane <= s->size / 2;
  return true;
}

#define GIVES_LOWER(name, from)                                                                                        \
  EXPECT(name) {                                                                                                       \
    return of_lower(f, s, members, lane, from, value);                                                                 \
  }
GIVES(led, s->x[s->size / 2][0] + (lane == s->size / 2))
GIVES(decided, 1 + (lane == s->size / 2))
GIVES_LOWER(from_above, lane + 1)
GIVES_LOWER(from_below, lane - 1)
GIVES_LOWER(from_across, lane ^ 1)
GIVES(scanned_lower, lane <= s->size / 2 ? fold(f, s, members, 0, lane + 1) + 1 : 0)
GIVES(scanned_before_lower, lane <= s->size / 2 ? fold(f, s, members, 0, lane) + 1 : 0)

static const struct function unset[] = {
    {"unset_broadcast", COUNTS("true", "broadcast(v, size / 2)"), .expect = expect_led, .before = LEADER},
    {"unset_shuffle", COUNTS("true", "shuffle(v, size / 2)"), .expect = expect_led, .before = LEADER},
    {"unset_shuffle_down", COUNTS("lane + 1 <= size / 2 && lane + 1 < size", "shuffle_down(v, 1)"),
     .expect = expect_from_above, .before = LOWER},
    {"unset_shuffle_up", COUNTS("lane > 0 && lane - 1 <= size / 2", "shuffle_up(v, 1)"), .expect = expect_from_below,
     .before = LOWER},
    {"unset_shuffle_xor", COUNTS("(lane ^ 1) <= size / 2 && (lane ^ 1) < size", "shuffle_xor(v, 1)"),
     .expect = expect_from_across, .before = LOWER},
    {"unset_scan_inclusive", COUNTS("lane <= size / 2", "scan_inclusive_min(v)"), .expect = expect_scanned_lower,
     .before = LOWER, .op = REF_MIN},
    {"unset_scan_exclusive", COUNTS("lane <= size / 2", "scan_exclusive_add(v)"), .expect = expect_scanned_before_lower,
     .before = LOWER, .op = REF_ADD},
    /* The one value decides. No compiler knows that items >> 31 is 0. */
    {"unset_reduce", "TRUTH(sub_group_reduce_max(v) == ~0ul) + branch", .expect = expect_decided,
     .before = SET("lane == size / 2", "~(T)(items >> 31)")},
    {"unset_any", "TRUTH(sub_group_any((int)v)) + branch", .expect = expect_decided,
     .before = SET("lane == size / 2", "x | 1")},
    {"unset_all", "!sub_group_all((int)v) + branch", .expect = expect_decided,
     .before = SET("lane == size / 2", "items >> 31")},
};

static const struct function broadcasts[] = {{"broadcast", .expect = expect_broadcast, .variants = LENGTHS}};
static const struct function ballot_broadcasts[] = {
    {"broadcast_first", "BITS(sub_group_broadcast_first(x))", .expect = expect_broadcast_first},
    {"non_uniform_broadcast", .expect = expect_broadcast, .variants = LENGTHS},
};
static const struct function rotates[] = {
    {"rotate", "BITS(sub_group_rotate(x, shared_delta))", .expect = expect_rotate},
    {"clustered_rotate", .expect = expect_clustered_rotate, .variants = CLUSTERS},
};
static const struct function clustered_reduces[] = {
    {"clustered_reduce", .expect = expect_clustered_reduce, .variants = CLUSTERS_OF_OPERATORS, .folds = true},
};

#define CORE "cl_khr_subgroups"
#define ROWS(name) .rows = name, .row_count = sizeof name / sizeof *name
#define FOLDS(before, from, to) .prefix = before, .first = from, .last = to
const struct family families[FAMILIES] = {
    {"queries", CORE, false, false, ALL_SMALL, ROWS(queries)},
    {"barriers", CORE, false, false, ALL_SMALL, ROWS(barriers)},
    {"votes", CORE, false, false, ALL_SMALL, ROWS(votes)},
    {"non_uniform_votes", "cl_khr_subgroup_non_uniform_vote", false, true, ALL_SMALL, ROWS(non_uniform_votes)},
    {"ballots", "cl_khr_subgroup_ballot", false, true, ALL_SMALL, ROWS(ballots)},
    {"core", CORE, true, false, EXTENDED_SMALL, ROWS(broadcasts), FOLDS("", REF_ADD, REF_MAX)},
    {"uniform_arithmetic", "cl_khr_work_group_uniform_arithmetic", true, false, GPU_SMALL,
     FOLDS("", REF_MUL, REF_OPS - 1)},
    {"all_equal", "cl_khr_subgroup_non_uniform_vote", true, true, ALL_SMALL, ROWS(all_equal)},
    {"ballot_broadcasts", "cl_khr_subgroup_ballot", true, true, ALL_SMALL, ROWS(ballot_broadcasts)},
    {"non_uniform_arithmetic", "cl_khr_subgroup_non_uniform_arithmetic", true, true, ALL_SMALL,
     FOLDS("non_uniform_", REF_ADD, REF_OPS - 1)},
    {"shuffles", "cl_khr_subgroup_shuffle", true, true, ALL_SMALL, ROWS(shuffles)},
    {"relative", "cl_khr_subgroup_shuffle_relative", true, true, ALL_SMALL, ROWS(relative)},
    {"unset", NULL, false, false, ALL_SMALL, ROWS(unset)},
    {"rotates", "cl_khr_subgroup_rotate", true, true, ALL_SMALL, ROWS(rotates)},
    {"clustered_reduces", "cl_khr_subgroup_clustered_reduce", true, true, ALL_SMALL, ROWS(clustered_reduces)},
    {"flow", CORE " cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative cl_khr_subgroup_rotate", false, false,
     ALL_SMALL, .rows = flows, .row_count = FLOWS},
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
  for (unsigned i = 0; i < family->row_count; i++)
    add_variants(&family->rows[i], type, traits, &end);
  for (struct function *f = functions; f < end; f++) {
    f->type = type;
    f->divergent = family->divergent && !traits->is_uniform;
    f->elements = f->elements ? f->elements : 1;
  }
  return (unsigned)(end - functions);
}
