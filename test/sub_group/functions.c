#include "functions.h"

#include "expected.h"

#include <stdarg.h>
#include <stdio.h>

/* Sets the kernel's name, and its expression in printf's form. */
static struct test *add(struct test *tests, unsigned *count, struct test test, const char *format, ...) {
  struct test *t = &tests[(*count)++];
  va_list arguments;
  *t = test;
  t->elements = test.elements ? test.elements : 1;
  va_start(arguments, format);
  vsnprintf(t->result, sizeof t->result, format, arguments);
  va_end(arguments);
  return t;
}

/* Functions without variants. */
static unsigned list(const struct test *from, unsigned count, const struct type *type, struct test *tests) {
  for (unsigned i = 0; i < count; i++) {
    tests[i] = from[i];
    tests[i].type = type;
    tests[i].elements = 1;
  }
  return count;
}
#define LIST(from, type, tests) list(from, sizeof from / sizeof *from, type, tests)

static unsigned list_queries(const struct type *type, unsigned lanes, struct test *tests) {
  static const struct test all[] = {
      {.name = "size", .result = "get_sub_group_size()", .expect = expect_size},
      {.name = "max_size", .result = "get_max_sub_group_size()", .expect = expect_max_size},
      {.name = "count", .result = "get_num_sub_groups()", .expect = expect_count},
      {.name = "enqueued_count", .result = "get_enqueued_num_sub_groups()", .expect = expect_enqueued_count},
      {.name = "id", .result = "get_sub_group_id()", .expect = expect_id},
      {.name = "local_id", .result = "get_sub_group_local_id()", .expect = expect_local_id},
  };
  (void)lanes;
  return LIST(all, type, tests);
}

/* The second write is to the first one's place, which its reader must have left. */
#define MEET(barrier)                                                                                                  \
  "  local ulong shared[4096];\n"                                                                                      \
  "  local ulong *own = shared + get_sub_group_id() * get_max_sub_group_size();\n"                                     \
  "  own[lane] = ITEM(0); " barrier ";\n"                                                                              \
  "  ulong next = own[(lane + 1) % size]; " barrier ";\n"                                                              \
  "  own[lane] = next; " barrier ";\n"

static unsigned list_barriers(const struct type *type, unsigned lanes, struct test *tests) {
  static const struct test all[] = {
      {.name = "barrier",
       .before = MEET("sub_group_barrier(CLK_LOCAL_MEM_FENCE)"),
       .result = "own[(lane + 1) % size]",
       .expect = expect_second_next},
      {.name = "barrier_scope",
       .before = MEET("sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group)"),
       .result = "own[(lane + 1) % size]",
       .expect = expect_second_next},
  };
  (void)lanes;
  return LIST(all, type, tests);
}

static unsigned list_votes(const struct type *type, unsigned lanes, struct test *tests) {
  static const struct test all[] = {
      {.name = "all", .result = "TRUTH(sub_group_all(a))", .expect = expect_all},
      {.name = "any", .result = "TRUTH(sub_group_any(a))", .expect = expect_any},
  };
  (void)lanes;
  return LIST(all, type, tests);
}

static unsigned list_non_uniform_votes(const struct type *type, unsigned lanes, struct test *tests) {
  static const struct test all[] = {
      {.name = "elect", .divergent = true, .result = "TRUTH(sub_group_elect())", .expect = expect_elect},
      {.name = "non_uniform_all",
       .divergent = true,
       .result = "TRUTH(sub_group_non_uniform_all(a))",
       .expect = expect_all},
      {.name = "non_uniform_any",
       .divergent = true,
       .result = "TRUTH(sub_group_non_uniform_any(a))",
       .expect = expect_any},
  };
  (void)lanes;
  return LIST(all, type, tests);
}

static unsigned list_all_equal(const struct type *type, unsigned lanes, struct test *tests) {
  static const struct test all[] = {{.name = "non_uniform_all_equal",
                                     .divergent = true,
                                     .result = "TRUTH(sub_group_non_uniform_all_equal(x))",
                                     .expect = expect_all_equal}};
  (void)lanes;
  return LIST(all, type, tests);
}

static unsigned list_ballots(const struct type *type, unsigned lanes, struct test *tests) {
  static const struct test all[] = {
      {.name = "ballot", .divergent = true, .result = "SET(sub_group_ballot(a))", .expect = expect_ballot},
      {.name = "inverse_ballot",
       .divergent = true,
       .result = "TRUTH(sub_group_inverse_ballot(TO_SET(ITEM(0))))",
       .expect = expect_inverse_ballot},
      {.name = "bit_extract",
       .divergent = true,
       .result = "TRUTH(sub_group_ballot_bit_extract(TO_SET(ITEM(0)), index))",
       .expect = expect_bit_extract},
      {.name = "bit_count",
       .divergent = true,
       .result = "sub_group_ballot_bit_count(TO_SET(ITEM(0)))",
       .expect = expect_bit_count},
      {.name = "ballot_inclusive",
       .divergent = true,
       .result = "sub_group_ballot_inclusive_scan(TO_SET(ITEM(0)))",
       .expect = expect_ballot_inclusive},
      {.name = "ballot_exclusive",
       .divergent = true,
       .result = "sub_group_ballot_exclusive_scan(TO_SET(ITEM(0)))",
       .expect = expect_ballot_exclusive},
      {.name = "find_lsb", /* of no lanes: undefined */
       .divergent = true,
       .op = OP_OR,
       .result = "sub_group_ballot_find_lsb(TO_SET(ITEM(0) | 1ul << lane))",
       .expect = expect_find_lsb},
      {.name = "find_msb", /* of no lanes: undefined */
       .divergent = true,
       .op = OP_OR,
       .result = "sub_group_ballot_find_msb(TO_SET(ITEM(0) | 1ul << lane))",
       .expect = expect_find_msb},
      {.name = "eq_mask", .divergent = true, .result = "SET(get_sub_group_eq_mask())", .expect = expect_eq_mask},
      {.name = "ge_mask", .divergent = true, .result = "SET(get_sub_group_ge_mask())", .expect = expect_ge_mask},
      {.name = "gt_mask", .divergent = true, .result = "SET(get_sub_group_gt_mask())", .expect = expect_gt_mask},
      {.name = "le_mask", .divergent = true, .result = "SET(get_sub_group_le_mask())", .expect = expect_le_mask},
      {.name = "lt_mask", .divergent = true, .result = "SET(get_sub_group_lt_mask())", .expect = expect_lt_mask},
  };
  (void)lanes;
  return LIST(all, type, tests);
}

/* A broadcast of scalars and of vectors; `index` is that of the caller's work-group. */
static unsigned add_broadcasts(const char *name, bool divergent, const struct type *type, struct test *tests) {
  static const unsigned lengths[] = {2, 3, 4, 8, 16};
  unsigned count = 0;
  struct test test = {.divergent = divergent, .type = type, .expect = expect_broadcast};
  snprintf(test.name, sizeof test.name, "%s", name);
  add(tests, &count, test, "BITS(sub_group_%s(x, shared_index))", name);
  for (unsigned i = 0; i < 5; i++) {
    test.elements = lengths[i];
    snprintf(test.name, sizeof test.name, "%s_%u", name, lengths[i]);
    add(tests, &count, test, "BITS%u(sub_group_%s(VECTOR%u, shared_index))", lengths[i], name, lengths[i]);
  }
  return count;
}

static unsigned list_ballot_broadcasts(const struct type *type, unsigned lanes, struct test *tests) {
  unsigned count = add_broadcasts("non_uniform_broadcast", true, type, tests);
  const struct test first = {
      .name = "broadcast_first", .divergent = true, .type = type, .expect = expect_broadcast_first};
  (void)lanes;
  add(tests, &count, first, "BITS(sub_group_broadcast_first(x))");
  return count;
}

/* The reduce and the scans of the operators from first up to last. */
static unsigned add_arithmetic(const char *prefix, bool divergent, enum op first, enum op last, const struct type *type,
                               struct test *tests) {
  static const char *const kinds[] = {"reduce", "scan_inclusive", "scan_exclusive"};
  unsigned count = 0;
  for (enum op op = first; op <= last; op++)
    for (unsigned kind = 0; kind < 3 && operator_takes(op, type); kind++) {
      struct test test = {.folds = true, .divergent = divergent, .type = type, .op = op};
      test.expect = kind == 0 ? expect_reduce : kind == 1 ? expect_scan_inclusive : expect_scan_exclusive;
      snprintf(test.name, sizeof test.name, "%s%s_%s", prefix, kinds[kind], operator_names[op]);
      add(tests, &count, test, "BITS(sub_group_%s(x))", test.name);
    }
  return count;
}

static unsigned list_core(const struct type *type, unsigned lanes, struct test *tests) {
  unsigned count = add_arithmetic("", false, OP_ADD, OP_MAX, type, tests);
  (void)lanes;
  return count + add_broadcasts("broadcast", false, type, tests + count);
}

static unsigned list_uniform_arithmetic(const struct type *type, unsigned lanes, struct test *tests) {
  (void)lanes;
  return add_arithmetic("", false, OP_MUL, OPERATORS - 1, type, tests);
}

static unsigned list_non_uniform_arithmetic(const struct type *type, unsigned lanes, struct test *tests) {
  (void)lanes;
  return add_arithmetic("non_uniform_", true, OP_ADD, OPERATORS - 1, type, tests);
}

static unsigned list_shuffles(const struct type *type, unsigned lanes, struct test *tests) {
  static const struct test all[] = {
      {.name = "shuffle", .divergent = true, .result = "BITS(sub_group_shuffle(x, index))", .expect = expect_shuffle},
      {.name = "shuffle_xor",
       .divergent = true,
       .result = "BITS(sub_group_shuffle_xor(x, shared_index))",
       .expect = expect_shuffle_xor},
      {.name = "shuffle_up",
       .divergent = true,
       .result = "BITS(sub_group_shuffle_up(x, shared_index))",
       .expect = expect_shuffle_up},
      {.name = "shuffle_down",
       .divergent = true,
       .result = "BITS(sub_group_shuffle_down(x, shared_index))",
       .expect = expect_shuffle_down},
  };
  (void)lanes;
  return LIST(all, type, tests);
}

static unsigned list_rotates(const struct type *type, unsigned lanes, struct test *tests) {
  unsigned count = 0;
  struct test test = {.name = "rotate", .divergent = true, .type = type, .expect = expect_rotate};
  add(tests, &count, test, "BITS(sub_group_rotate(x, shared_delta))");
  test.expect = expect_clustered_rotate;
  for (test.cluster = 1; test.cluster <= lanes; test.cluster *= 2) {
    snprintf(test.name, sizeof test.name, "clustered_rotate_%u", test.cluster);
    add(tests, &count, test, "BITS(sub_group_clustered_rotate(x, shared_delta, %u))", test.cluster);
  }
  return count;
}

static unsigned list_clustered_reduces(const struct type *type, unsigned lanes, struct test *tests) {
  unsigned count = 0;
  struct test test = {.folds = true, .divergent = true, .type = type, .expect = expect_clustered_reduce};
  for (test.op = 0; test.op < OPERATORS; test.op++)
    for (test.cluster = 1; test.cluster <= lanes && operator_takes(test.op, type); test.cluster *= 2) {
      snprintf(test.name, sizeof test.name, "clustered_reduce_%s_%u", operator_names[test.op], test.cluster);
      add(tests, &count, test, "BITS(sub_group_clustered_reduce_%s(x, %u))", operator_names[test.op], test.cluster);
    }
  return count;
}

const struct family families[FAMILIES] = {
    {"queries", "cl_khr_subgroups", false, list_queries},
    {"barriers", "cl_khr_subgroups", false, list_barriers},
    {"votes", "cl_khr_subgroups", false, list_votes},
    {"non_uniform_votes", "cl_khr_subgroup_non_uniform_vote", false, list_non_uniform_votes},
    {"ballots", "cl_khr_subgroup_ballot", false, list_ballots},
    {"core", "cl_khr_subgroups", true, list_core},
    {"uniform_arithmetic", "cl_khr_work_group_uniform_arithmetic", true, list_uniform_arithmetic},
    {"all_equal", "cl_khr_subgroup_non_uniform_vote", true, list_all_equal},
    {"ballot_broadcasts", "cl_khr_subgroup_ballot", true, list_ballot_broadcasts},
    {"non_uniform_arithmetic", "cl_khr_subgroup_non_uniform_arithmetic", true, list_non_uniform_arithmetic},
    {"shuffles", "cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative", true, list_shuffles},
    {"rotates", "cl_khr_subgroup_rotate", true, list_rotates},
    {"clustered_reduces", "cl_khr_subgroup_clustered_reduce", true, list_clustered_reduces},
};
