/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "functions.h"

#include "text.h"
#include "updates.h"

#include <stdio.h>
#include <string.h>

static const struct atomic {
  const char *name;
  enum ref_type type;
  enum ref_op op;
  const char *passed;
  unsigned tile;
  bool has_labels; /* the parts of a tile are the groups */
  uint64_t start;
  bool is_local;
} atomics[] = {
    {"plus", REF_UINT, REF_ADD, "", 32, false, 1000, false},
    {"plus_8", REF_UINT, REF_ADD, ", cg::plus<uint>()", 8, false, 7, false},
    {"plus_128", REF_UINT, REF_ADD, "", 128, false, 7, false},
    {"plus_local", REF_UINT, REF_ADD, "", 8, false, 0, true},
    {"less", REF_INT, REF_MIN, ", cg::less<int>()", 32, false, 0x7fffffff, false},
    {"less_uint", REF_UINT, REF_MIN, ", cg::less<uint>()", 8, false, 0xffffffff, false},
    {"greater", REF_UINT, REF_MAX, ", cg::greater<uint>()", 32, false, 0, false},
    {"bit_and", REF_UINT, REF_AND, ", cg::bit_and<uint>()", 32, false, 0xffffffff, false},
    {"bit_xor", REF_UINT, REF_XOR, ", cg::bit_xor<uint>()", 32, false, 0, false},
    {"bit_or_labels", REF_UINT, REF_OR, ", cg::bit_or<uint>()", 32, true, 0, false},
    {"product", REF_UINT, REF_MUL, ", [](uint a, uint b) { return a * b; }", 32, false, 1, false},
    {"plus_float", REF_FLOAT, REF_ADD, "", 8, false, 0, false},
    {"plus_ulong", REF_ULONG, REF_ADD, "", 32, false, 1ull << 40, false},
    {"plus_long_local", REF_LONG, REF_ADD, "", 8, false, 0, true},
    {"less_long", REF_LONG, REF_MIN, ", cg::less<long>()", 32, false, INT64_MAX, false},
    {"greater_ulong", REF_ULONG, REF_MAX, ", cg::greater<ulong>()", 8, false, 0, false},
    {"bit_and_ulong", REF_ULONG, REF_AND, ", cg::bit_and<ulong>()", 32, false, ~0ull, false},
    {"bit_or_long", REF_LONG, REF_OR, ", cg::bit_or<long>()", 32, true, 0, false},
    {"bit_xor_ulong", REF_ULONG, REF_XOR, ", cg::bit_xor<ulong>()", 32, false, 0, false},
    {"product_ulong", REF_ULONG, REF_MUL, ", [](ulong a, ulong b) { return a * b; }", 8, false, 1, false},
    {"plus_double", REF_DOUBLE, REF_ADD, "", 8, false, 0, false},
};

enum { ATOMICS = sizeof atomics / sizeof *atomics, LABELS = 3 };

static uint64_t group_of(const struct test *t, const struct work_group *w, unsigned rank) {
  const struct atomic *a = t->data;
  (void)w;
  return rank / a->tile * LABELS + (a->has_labels ? rank % LABELS : 0);
}

/* Small numbers for sums; odd numbers for products; numbers with few bits set for `or`, since the atomic would soon
 * hold all bits; else any. */
static struct value operand(const struct test *t, const struct draw *draw) {
  const enum ref_type type = t->algebra->scalar;
  const uint64_t any = draw->random, small = any % 100 + 1, bits = 8 * ref_bytes(type);
  uint64_t x = any;
  if (ref_is_float(type))
    return (struct value){{ref_from_real(type, (double)small * (type == REF_DOUBLE ? 1e9 : 1))}};
  if (t->algebra->op == REF_ADD)
    x = bits == 32 ? small : small << 34;
  if (t->algebra->op == REF_OR || t->algebra->op == REF_AND)
    x = (any >> 20) % 64 ? 0 : 1ull << (any >> 8) % bits;
  if (t->algebra->op == REF_AND)
    x = ~x;
  if (t->algebra->op == REF_MUL)
    x |= 1;
  return (struct value){{ref_from_integer(type, (int64_t)x)}};
}

static char *body_of(const struct atomic *a) {
  static const char *const functions[] = {"reduce_update", "inclusive_scan_update", "exclusive_scan_update"};
  const char *type = ref_type_name(a->type), *word = ref_word(a->type);
  char *text = NULL;
  text_add(&text,
           "  const uint rank = cg::this_thread_block().thread_rank();\n"
           "  global value *atomics = &out[%u * (size_t)items];\n"
           "  %s x = as_%s((%s)in[i].x.words[0]);\n"
           "  const auto tile = cg::tiled_partition<%u>(cg::this_thread_block());\n"
           "  const auto g = %s;\n"
           "  (void)rank;\n",
           UPDATE_ATOMICS, type, type, word, a->tile, a->has_labels ? "cg::labeled_partition(tile, rank % 3)" : "tile");
  if (a->is_local)
    text_add(&text,
             "  local atomic_%s here[3];\n"
             "  if (rank < 3) *(volatile local %s *)&here[rank] = 0;\n"
             "  barrier(CLK_LOCAL_MEM_FENCE);\n",
             type, word);
  for (unsigned f = 0; f < 3; f++) {
    text_add(&text, "  out[%u * (size_t)items + i].words[0] = as_%s(cg::%s(g, ", f, word, functions[f]);
    text_add(&text, a->is_local ? "here[%u]" : "*(global atomic_%2$s *)&atomics[%1$u]", f, type);
    text_add(&text, ", x%s));\n", a->passed);
  }
  /* In the end the local atomics are combined into the global ones, so that these can be judged in the same way. */
  if (a->is_local)
    text_add(&text,
             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  if (rank < 3)\n"
             "    %s((volatile global %s *)&atomics[rank], *(volatile local %s *)&here[rank]);\n",
             ref_bytes(a->type) == 4 ? "atomic_add" : "atom_add", word, word);
  return text;
}

/* Why the device cannot run atomics of a type; NULL: it can. The executor's devices name no extensions of their
 * targets. */
static const char *obstacle(const struct device *d, enum ref_type type) {
  const bool has_long =
      *d->target ? !strcmp(d->target, "amdgcn")
                 : device_has(d, "cl_khr_int64_base_atomics") && device_has(d, "cl_khr_int64_extended_atomics");
  if (ref_bytes(type) == 8 && !has_long)
    return "the device has no atomics of 64 bits";
  return type == REF_DOUBLE && !*d->target && !device_has(d, "cl_khr_fp64") ? "the device has no double" : NULL;
}

void run_atomics(struct job *j) {
  for (unsigned i = 0; i < ATOMICS; i++) {
    const struct atomic *a = &atomics[i];
    const struct algebra algebra = {"", SCALAR, 1, 0, a->op, a->type};
    char name[64];
    struct test t = {.body = body_of(a),
                     .algebra = &algebra,
                     .elements = 1,
                     .work_groups = 48,
                     .launches = 1,
                     .operand = operand,
                     .group = group_of,
                     .data = a};
    snprintf(name, sizeof name, "atomic/%s", a->name);
    snprintf(t.name, sizeof t.name, "%s", a->name);
    update_test(&t, 1 << UPDATE_REDUCE | 1 << UPDATE_INCLUSIVE | 1 << UPDATE_EXCLUSIVE, (struct value){{a->start}},
                a->is_local);
    const struct program program = {.name = name,
                                    .prefix = "atomic/",
                                    .suffix = "",
                                    .lacks = obstacle(j->builder.device, a->type),
                                    .head = "#include <clgroup/cooperative_groups.h>\n"
                                            "namespace cg = cooperative_groups;\n",
                                    .shapes = "100",
                                    .source = {.standard = "CLC++2021", .max_size = 100},
                                    .tests = &t,
                                    .count = 1};
    judge_program(j, &program);
  }
}
