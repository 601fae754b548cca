/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random programs of cooperative groups: the functions of test/cooperative in a row, each on random groups, and on what
 * those before it gave. */
#include "generate.h"

#include "../cooperative/functions.h"
#include "splitmix.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 3 };

/* A program in the making: each step prints a statement, and computes its effect on the variables of all work-items. */
struct groups {
  uint64_t random;
  const struct generate_limits *limits;
  char *body;
  struct shape shape;
  struct work_group w;
  struct item in[MOST_ITEMS];
  uint32_t v[MOST_ITEMS][VARIABLES];
  unsigned to; /* the variable that a step changes */
};

static unsigned below(struct groups *g, unsigned n) {
  return (unsigned)(random_next(&g->random) >> 33) % n;
}

static const char head[] =
    "uint hash(value x) {\n"
    "  uint h = 2166136261u;\n"
    "  for (uint i = 0; i < 8; i++)\n"
    "    h = (h ^ (uint)(x.words[i / 2] >> i % 2 * 32)) * 16777619u;\n"
    "  return h;\n"
    "}\n"
    "item make(uint a, uint b, ulong mask, uint n, uint branch) {\n"
    "  ulong w = a | (ulong)b << 32;\n"
    "  return item{{{w | mask, w * 3 | mask, w * 5 | mask, w * 7 | mask}}, n, branch & 1};\n"
    "}\n"
    "struct map { uint operator()(uint x, uint y) const {\n"
    "  return ((y | 1) * (x | 1) & 0xffff) | ((y | 1) * (x >> 16) + (y >> 16)) << 16; } };\n"
    "// Do the updates of a counter, each of what it was, fit some order? All is 0 again afterwards.\n"
    "template <class Op> uint in_order(global uint *was, global uint *by, global atomic_uint *counter, Op op) {\n"
    "  uint now = 0, count = atomic_exchange_explicit(&counter[1], 0u, memory_order_relaxed, memory_scope_device);\n"
    "  for (uint done = 0; done < count; done++) {\n"
    "    uint next = done;\n"
    "    while (next < count && was[next] != now)\n"
    "      next++;\n"
    "    if (next == count)\n"
    "      now = ~0u, next = done;\n"
    "    now = op(now, by[next]);\n"
    "    was[next] = was[done], by[next] = by[done];\n"
    "    was[done] = by[done] = 0;\n"
    "  }\n"
    "  return now == atomic_exchange_explicit(&counter[0], 0u, memory_order_relaxed, memory_scope_device);\n"
    "}\n";

/* A way to make groups, with its text. */
struct random_kind {
  struct group_kind kind;
  char make[160];
};

static unsigned tile_size(struct groups *g) {
  return 1u << below(g, below(g, 4) ? 7 : 11);
}

/* Its labels are those of the second operand. */
static struct random_kind make_kind(struct groups *g) {
  const struct lanes *lanes = &g->limits->lanes;
  struct random_kind k = {.kind = {.tile = tile_size(g)}};
  char *text = NULL;
  if (lanes->has_active && lanes->size && below(g, 3) == 0) {
    k.kind.tile = 0;
    k.kind.divergence = below(g, 3) ? ARMS : STRAIGHT;
    text_add(&text, "cg::coalesced_threads()");
  } else {
    const unsigned around = tile_size(g);
    k.kind.parent = around > k.kind.tile ? around : 0;
    text_add(&text,
             k.kind.parent ? "cg::tiled_partition<%u>(cg::tiled_partition<%u>(block))"
                           : "cg::tiled_partition<%u>(block)",
             k.kind.tile, around);
  }
  if (k.kind.tile <= 64 && below(g, 4) == 0)
    k.kind.labels = 1 + below(g, 9);
  if (k.kind.labels == 2)
    snprintf(k.make, sizeof k.make, "cg::binary_partition(%s, own.a %% 2)", text);
  else if (k.kind.labels)
    snprintf(k.make, sizeof k.make, "cg::labeled_partition(%s, own.a %% %u)", text, k.kind.labels);
  else
    snprintf(k.make, sizeof k.make, "%s", text);
  free(text);
  return k;
}

static char *note_member(const struct members *m, void *groups) {
  struct groups *g = groups;
  struct value x = {{0}};
  uint32_t hash = 2166136261u, *v = &g->v[m->ranks[m->own]][g->to];
  m->test->expect(m, &x);
  for (unsigned i = 0; i < 8; i++)
    hash = (hash ^ (uint32_t)(x.words[i / 2] >> i % 2 * 32)) * 16777619u;
  *v = *v * 5 + hash;
  return NULL;
}

/* The operands of the work-items: the value of variables a and b, in structs with odd factors, and n; the branch is by
 * a bit of variable `test`. */
static void add_operands(struct groups *g, unsigned bytes, uint64_t mask) {
  const unsigned a = below(g, VARIABLES), b = below(g, VARIABLES), n = below(g, VARIABLES), test = below(g, VARIABLES),
                 bit = below(g, 6);
  for (unsigned i = 0; i < g->w.n; i++) {
    const uint64_t w = g->v[i][a] | (uint64_t)g->v[i][b] << 32;
    g->in[i] = (struct item){
        {{w | mask, (w * 3) | mask, (w * 5) | mask, (w * 7) | mask}}, g->v[i][n], g->v[i][test] >> bit & 1};
    memset((char *)&g->in[i].x + bytes, 0, sizeof(struct value) - bytes);
  }
  text_add(&g->body, "in[0] = make(v%u, v%u, 0x%llxul, v%u, v%u >> %u);\n", a, b, (unsigned long long)mask, n, test,
           bit);
}

/* Behind a branch, and behind what a group computes, work-items of a sub-group need not be together again until
 * something waits for all (on an H100 they were not), and coalesced_threads() has those that are. */
static void add_step(struct groups *g) {
  struct random_kind k = make_kind(g);
  k.kind.make = k.make;
  struct test t = random_function(&k.kind, &g->random);
  text_add(&g->body, k.kind.tile ? "  " : "  block.sync(); ");
  add_operands(g, algebra_bytes(t.algebra), t.algebra->kind == PAIRS ? 0x0001000100010001u : 0);
  g->to = below(g, VARIABLES);
  text_add(&g->body, "  {\n%s  }\n  v%u = v%u * 5 + hash(out[0]);%s\n", t.body, g->to, g->to,
           k.kind.divergence == ARMS ? " block.sync();" : "");
  each_member(&t, &g->w, note_member, g);
  free(t.body);
}

/* The order in which groups come to the counter is open: the kernel judges what they got of it, and leaves the memory
 * as it was. */
static void add_update(struct groups *g) {
  static const char *const ops[] = {"cg::plus<uint>()", "map()"};
  const struct random_kind k = make_kind(g);
  const unsigned to = below(g, VARIABLES), from = below(g, VARIABLES), op = below(g, 2);
  if (k.kind.divergence == ARMS)
    return;
  text_add(&g->body, "  ");
  add_operands(g, sizeof(struct value), 0);
  text_add(&g->body,
           "  %s{ const item own = in[0]; auto g = %s; auto op = %s; uint x = (v%u | 1) * 0x9e3779b9u;\n"
           "    uint r = cg::exclusive_scan_update(g, counter[0], x, op), all = cg::reduce(g, x, op);\n"
           "    uint base = g.shfl(r, 0), before = cg::exclusive_scan(g, x, op);\n"
           "    v%u = g.thread_rank() == 0 || r == op(base, before);\n"
           "    if (g.thread_rank() == 0) {\n"
           "      uint n = atomic_fetch_add_explicit(&counter[1], 1u, memory_order_relaxed, memory_scope_device);\n"
           "      was[n] = r, by[n] = all;\n"
           "    }\n"
           "    block.sync();\n"
           "    if (block.thread_rank() == 0)\n"
           "      v%u += in_order(was, by, counter, op);\n"
           "    block.sync(); }\n",
           k.kind.tile ? "" : "block.sync(); ", k.make, ops[op], from, to, to);
  for (unsigned i = 0; i < g->w.n; i++)
    g->v[i][to] = 1 + !i;
}

static void *buffer(struct case_launch *l, size_t count, bool is_result) {
  struct case_argument *a = &l->arguments[l->argument_count++];
  *a = (struct case_argument){.type = REF_UINT, .is_buffer = true, .count = count};
  a->before = allocate(4 * count);
  a->expected = is_result ? allocate(4 * count) : NULL;
  return is_result ? a->expected : a->before;
}

void groups_case(uint64_t seed, const struct generate_limits *limits, struct clgroup_case *c) {
  static struct groups groups;
  struct groups *g = &groups;
  *g = (struct groups){.random = seed, .limits = limits};
  (void)random_next(&g->random);
  g->w = (struct work_group){.shape = &g->shape, .in = g->in, .shared = (uint32_t)random_next(&g->random)};
  const unsigned most = limits->work_group_size < MOST_ITEMS ? (unsigned)limits->work_group_size : MOST_ITEMS;
  g->w.n = 1 + below(g, below(g, 3) ? most < 130 ? most : 130 : most);
  g->shape = (struct shape){{g->w.n, 1, 1}, {g->w.n, 1, 1}};
  for (unsigned i = 0; i < g->w.n; i++) {
    const unsigned lanes = limits->lanes.size ? limits->lanes.size : 1;
    g->w.at[i] = i;
    g->w.places[i] = (struct value){{i / lanes, i % lanes}};
  }
  *c = (struct clgroup_case){.launch_count = 1};
  struct case_launch *l = c->launches = allocate(sizeof *l);
  *l = (struct case_launch){.kernel = "k",
                            .dimensions = 1,
                            .local = {g->w.n, 1, 1},
                            .groups = {1, 1, 1},
                            .arguments = allocate(5 * sizeof *l->arguments)};
  const size_t size = (size_t)g->w.n * VARIABLES;
  uint32_t *in = buffer(l, size, false);
  for (unsigned i = 0; i < size; i++)
    in[i] = g->v[i / VARIABLES][i % VARIABLES] = (uint32_t)random_next(&g->random);
  text_add(&g->body, "%s", "");
  for (unsigned steps = 3 + below(g, 8); steps; steps--)
    if (below(g, 6))
      add_step(g);
    else
      add_update(g);
  uint32_t *out = buffer(l, size, true);
  for (unsigned i = 0; i < size; i++)
    out[i] = g->v[i / VARIABLES][i % VARIABLES];
  (void)buffer(l, 2, false);
  (void)buffer(l, g->w.n, false);
  (void)buffer(l, g->w.n, false);
  text_add(&c->text, "%s%s%s", judge_types, functions_head, head);
  if (below(g, 2))
    text_add(&c->text, "__attribute__((reqd_work_group_size(%zu, 1, 1)))\n", g->w.n);
  text_add(&c->text,
           "kernel void k(global const uint *from, global uint *to, global atomic_uint *counter, global uint *was, "
           "global uint *by) {\n"
           "  auto block = cg::this_thread_block();\n"
           "  uint at = (uint)get_global_id(0) * %d, v0 = from[at], v1 = from[at + 1], v2 = from[at + 2];\n"
           "  const uint i = 0, shared = %uu;\n"
           "  item in[1] = {};\n"
           "  value out[1] = {};\n"
           "%s  to[at] = v0, to[at + 1] = v1, to[at + 2] = v2;\n"
           "}\n",
           VARIABLES, (unsigned)g->w.shared, g->body);
  text_add(&c->name, "seed %llu", (unsigned long long)seed);
  text_add(&c->options[c->option_count++], "-cl-std=CLC++2021");
  free(g->body);
}
