/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that the generator is deterministic, that cuts leave programs legal and make them smaller, and that it makes
 * everything that it should. The interpreter ends the process if a program is not legal. */
#include "print.h"

#include "random.h"
#include "text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAMS = 900, CUTS = 8 };

static unsigned passed, failed;

static void expect(bool good, const char *what, unsigned long long which) {
  passed += good;
  failed += !good;
  if (!good)
    printf("fail: %s (%llu)\n", what, which);
}

/* Every function of the standard and the extension, and these texts, with a | between two, that show a feature. */
static const char *const features[] = {
    /* names of functions */
    "work_group_all|work_group_any|work_group_broadcast|M_broadcast(|A_broadcast(|PASTE(work_group_|/* ( */",
    /* statements */
    "for (|while (|do {|break;\n|continue;|return;|switch (|default: {|0x50000001u|} else {",
    /* functions and kernels */
    "always_inline|noinline|static |reqd_work_group_size|work_group_size(4096|  k1(ii|int r = |size_t r = |io[at]",
    /* ids */
    "get_global_id(2)|(uint)get_local_id(0) / |/ 32u ^ |get_global_offset(1)|get_enqueued_local_size(",
    /* memory */
    ("barrier(|local float |local long |local half |, local long *l|async_work_group_copy(l|"
     "async_work_group_copy(ol + "),
    /* types */
    "double v|ulong v|uint v|half3 v|0h|global half *oh|typedef struct {|typedef float t_float;",
    /* arrays, vectors and structs */
    ("[4] = {|[8] = {0}|int[8]){|float[4]){|{0}|int4 v|int2 v|long3 v|float8 v|uint16 v|.s3|.sf|float4)(|"
     "as_uint2(|struct s0 v|struct s1 h|} in;|t_s1 v|.in.m2|).m1|).s1|){|(struct s0 v0"),
    /* other calls */
    "clamp(|printf(|CLGROUP_PART != 1",
    /* tiles */
    "tile_reduce_|tile_scan_inclusive_map(make_map_ulong(|tile_scan_exclusive_last(|, 1024)|, 1)",
    /* operators over the work-group */
    ("work_group_reduce_map(|work_group_scan_inclusive_last(|work_group_scan_exclusive_map(make_map_uchar(|"
     "work_group_reduce_items_|work_group_scan_inclusive_items_map(|work_group_scan_exclusive_items_add(items, 4)|"
     "work_group_scan_inclusive_items_from_|work_group_scan_exclusive_items_from_|"
     "work_group_scan_inclusive_items_after_|work_group_scan_exclusive_items_after_|define CLGROUP_PREFIX("),
    /* lanes */
    ("coalesced_reduce_|coalesced_scan_inclusive_map(|coalesced_scan_exclusive_|sub_group_reduce_map(|"
     "sub_group_scan_inclusive_add(|sub_group_scan_exclusive_last(|sub_group_non_uniform_reduce_xor(|"
     "sub_group_non_uniform_scan_exclusive_"),
    /* sub-groups that are work-groups */
    ("sub_group_reduce_add(|sub_group_scan_exclusive_xor(|sub_group_all(|sub_group_broadcast(|sub_group_shuffle(|"
     "sub_group_rotate(|sub_group_non_uniform_reduce_min(|sub_group_non_uniform_scan_inclusive_add(|"
     "sub_group_clustered_reduce_add(|sub_group_clustered_reduce_max(|sub_group_ballot_bit_count(sub_group_ballot(|"
     "sub_group_non_uniform_any(|sub_group_non_uniform_broadcast("),
    /* counters */
    ("global uint *own|tile_reduce_update_|tile_scan_inclusive_update_|tile_scan_exclusive_update_|"
     "coalesced_reduce_update_|coalesced_scan_exclusive_update_add(all + 12, t)|work_group_reduce_update_|"
     "work_group_scan_exclusive_update_"),
};
enum { MOST_WANTED = 256 };
static char *wanted[MOST_WANTED];
static unsigned wanted_count;

static void want(const char *text, size_t length) {
  if (wanted_count == MOST_WANTED)
    abort();
  text_add(&wanted[wanted_count++], "%.*s", (int)length, text);
}

static void list_wanted(void) {
  for (unsigned f = REDUCE; f < ALL; f++)
    for (unsigned by = 0; by < OPERATORS; by++) {
      char name[64];
      snprintf(name, sizeof name, "%s_%s", work_group_names[f], ref_op_name(by));
      want(name, strlen(name));
    }
  for (unsigned i = 0; i < sizeof features / sizeof *features; i++)
    for (const char *at = features[i]; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL)
      want(at, strcspn(at, "|"));
}

/* Statements that leave the block around them, which cannot be found by searching the text. */
enum { RETURN_IN_LOOP, RETURN_IN_SWITCH, CONTINUE_IN_SWITCH, KERNEL_RETURN_IN_LOOP, LEAVES };
static const char *const leaves[] = {"a return in a loop", "a return in a switch", "a continue in a switch",
                                     "a kernel's return in a loop"};

static void look(const struct block *b, const struct function *f, bool in_loop, bool in_switch, bool *found) {
  for (unsigned i = 0; i < b->count; i++) {
    const struct statement *s = b->statements[i];
    found[RETURN_IN_LOOP] |= s->kind == RETURN && in_loop;
    found[KERNEL_RETURN_IN_LOOP] |= s->kind == RETURN && in_loop && f->is_kernel;
    found[RETURN_IN_SWITCH] |= s->kind == RETURN && in_switch;
    found[CONTINUE_IN_SWITCH] |= s->kind == CONTINUE && in_switch;
    for (unsigned k = 0; k < s->block_count; k++)
      look(&s->blocks[k], f, in_loop || s->kind == LOOP, s->kind == SWITCH || (in_switch && s->kind != LOOP), found);
  }
}

static void check(unsigned long long seed, const struct generate_limits *limits, bool *found) {
  struct program *p = program_generate(seed, limits), *again = program_generate(seed, limits);
  struct clgroup_case c, other;
  expect(program_case(p, &c) && program_case(again, &other), "a program is a case", seed);
  const char *plain = c.plain ? c.plain : "";
  expect(!strcmp(c.text, other.text) && !c.plain == !other.plain && (!c.plain || !strcmp(plain, other.plain)),
         "a seed gives one program", seed);
  expect(!strstr(plain, "clgroup/") && (c.plain || limits->lanes.promise > 1), "a program has a plain text", seed);
  expect(!strstr(c.options[0], "fast-relaxed") || (!strstr(plain, "INFINITY") && !strstr(c.text, "INFINITY")),
         "no infinity where it is undefined", seed);
  bool same = true;
  for (size_t l = 0; l < c.launch_count; l++)
    for (size_t a = 0; a < c.launches[l].argument_count; a++) {
      const struct case_argument *x = &c.launches[l].arguments[a], *y = &other.launches[l].arguments[a];
      const size_t bytes = x->before ? x->count * ref_bytes(x->type) : 0;
      same &= (!bytes || !memcmp(x->before, y->before, bytes)) && !x->expected == !y->expected &&
              (!x->expected || !memcmp(x->expected, y->expected, bytes));
    }
  expect(same, "a seed gives the same values", seed);
  for (unsigned i = 0; i < wanted_count; i++)
    found[LEAVES + i] |= strstr(c.text, wanted[i]) != NULL;
  for (unsigned i = 0; i < p->function_count; i++)
    look(&p->functions[i].body, &p->functions[i], false, false, found);
  const size_t cuts = program_reductions(p), size = program_size(p);
  for (size_t i = 0; i < cuts; i += cuts / CUTS + 1) {
    struct program *smaller = program_reduce(p, i);
    struct clgroup_case cut;
    expect(program_size(smaller) <= size && program_case(smaller, &cut), "a cut program is a case, no larger", seed);
    case_free(&cut);
    program_free(smaller);
  }
  case_free(&c);
  case_free(&other);
  program_free(p);
  program_free(again);
}

static void check_verdicts(void) {
#define WRONG(place)                                                                                                   \
  { OUTCOME_WRONG, "k1: argument " place ": 1, not 2" }
  static const struct {
    struct verdict ours, plain;
    enum plain like;
  } table[] = {
      {WRONG("7, element 3"), {OUTCOME_OK, ""}, PLAIN_RIGHT},
      {WRONG("7, element 3"), {OUTCOME_SKIPPED, ""}, PLAIN_RIGHT},
      {WRONG("7, element 3"), {OUTCOME_WRONG, "k1: argument 7, element 3: 4, not 2"}, PLAIN_FAILS},
      {WRONG("7, element 3"), WRONG("7, element 31"), PLAIN_UNLIKE},
      {WRONG("7, element 3"), WRONG("8, element 3"), PLAIN_UNLIKE},
      {WRONG("7, element 3"), {OUTCOME_CRASH, "signal 6: "}, PLAIN_FAILS},
      {{OUTCOME_CRASH, "signal 6: "}, WRONG("7, element 3"), PLAIN_UNLIKE},
      {{OUTCOME_CRASH, "signal 6: "}, {OUTCOME_CRASH, "signal 11: "}, PLAIN_FAILS},
      {{OUTCOME_REFUSED, "error: "}, {OUTCOME_REFUSED, "error: "}, PLAIN_FAILS},
  };
#define WRONG_ZERO(values) "k1: argument 7, element 3: " values ", the sign of a zero (1 of 3 wrong)"
  static const struct {
    const char *driver;
    struct verdict verdict;
    bool known;
  } faults[] = {
      {"rusticl 25.0.7, llvmpipe", {OUTCOME_WRONG, WRONG_ZERO("8000, not 0")}, true},
      {"rusticl 26.2.6, llvmpipe", {OUTCOME_WRONG, WRONG_ZERO("8000, not 0")}, false},
      {"rusticl 25.0.7, llvmpipe", {OUTCOME_WRONG, WRONG_ZERO("0, not 8000")}, false},
      {"rusticl 25.0.7, llvmpipe", {OUTCOME_WRONG, "k1: argument 7, element 3: 8000, not 0 (1 of 3 wrong)"}, false},
      {"rusticl 26.2.6, zink Vulkan 1.4", {OUTCOME_CRASH, "signal 11: ZINK: vkCreateComputePipelines failed ("}, true},
      {"rusticl 26.2.6, llvmpipe", {OUTCOME_CRASH, "signal 11: ZINK: vkCreateComputePipelines failed ("}, false},
      {"rusticl 26.2.6, zink Vulkan 1.4", {OUTCOME_CRASH, "signal 11: "}, false},
  };
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    expect(verdict_plain(&table[i].ours, &table[i].plain) == table[i].like, "whose fault it is", i);
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
    expect(verdict_is_known(&faults[i].verdict, faults[i].driver) == faults[i].known, "whether a fault is known", i);
}

static void check_values(void) {
  static const float zero = 0, minus = -0.0f, one = 1;
  static const int number = 0, lowest = INT_MIN;
  expect(!case_value_equal(REF_FLOAT, &zero, &minus, true) && case_value_equal(REF_FLOAT, &zero, &minus, false),
         "the sign of a zero", 0);
  expect(!case_value_equal(REF_FLOAT, &zero, &one, false) && !case_value_equal(REF_INT, &number, &lowest, false),
         "other values", 0);
}

/* The number, in base 6, of the sequence of calls in the expression or kernel, behind `number`. */
static unsigned sequence_of(const struct expression *e, unsigned number) {
  for (unsigned k = 0; e && k < e->count; k++)
    number = sequence_of(e->operands[k], number);
  return e && e->kind == WORK_GROUP_CALL ? 6 * number + (e->what == ANY ? ALL : e->what) + 1 : number;
}

static void check_sequences(void) {
  enum { ALL_SEQUENCES = 5 + 25 + 125 + 625 + 25 + 125 }; /* the last of them in loops */
  static bool seen[2][7 * 7 * 7 * 7 * 7];
  unsigned count = 0;
  for (unsigned seed = 1; seed <= SEQUENCE_PROGRAMS; seed++) {
    const struct generate_limits limits = {
        .has_double = true, .has_half = true, .sequences = true, .work_group_size = 256};
    struct program *p = program_generate(seed, &limits);
    struct clgroup_case c;
    expect(program_case(p, &c) && c.launch_count == p->function_count, "sequences are a case", seed);
    for (unsigned i = 0; i < p->function_count; i++) {
      unsigned number = 0;
      const struct block *block = &p->functions[i].body;
      const bool loops = block->statements[0]->kind == LOOP;
      if (loops)
        block = &block->statements[0]->blocks[0];
      for (unsigned k = 0; k < block->count; k++)
        number = sequence_of(block->statements[k]->expressions[0], number);
      count += !seen[loops][number];
      seen[loops][number] = true;
    }
    case_free(&c);
    program_free(p);
  }
  expect(count == ALL_SEQUENCES, "all sequences of up to four calls", count);
}

int random_selftest(void) {
  check_verdicts();
  check_sequences();
  check_values();
  static bool found[LEAVES + MOST_WANTED];
  list_wanted();
  /* Without sub-groups, or with those that the library provides; of 32 lanes; of a number that the driver chooses, and
   * that end with a row. */
  static const struct lanes lanes[] = {
      {1, 0, false, false, true}, {32, 32, false, true, false}, {4, 0, true, true, false}};
  enum { LANES = sizeof lanes / sizeof *lanes };
  for (unsigned long long seed = 1; seed <= PROGRAMS; seed++) {
    const struct generate_limits limits = {.has_double = true,
                                           .has_half = true,
                                           .has_extension = true,
                                           .has_operators = true,
                                           .features = ALL_FEATURES,
                                           .lanes = lanes[seed % LANES],
                                           .work_group_size = 4096};
    check(seed, &limits, found);
  }
  for (unsigned i = 0; i < LEAVES; i++)
    expect(found[i], leaves[i], PROGRAMS);
  for (unsigned i = 0; i < wanted_count; i++) {
    expect(found[LEAVES + i], wanted[i], PROGRAMS);
    free(wanted[i]);
  }
  printf("%u passed, %u failed, 0 skipped\n", passed, failed);
  return failed != 0;
}
