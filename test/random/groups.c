/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "generate.h"

#include "pile.h"
#include "splitmix.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>

enum { VARIABLES = 3, MOST_ITEMS = 1024, MOST_BYTES = 32 };

/* A program in the making: each step prints a statement, and computes its effect on the variables of all work-items. */
struct groups {
  uint64_t random;
  const struct generate_limits *limits;
  unsigned items;
  char *body;
  uint32_t v[MOST_ITEMS][VARIABLES], next[MOST_ITEMS];
};

/* A way to make groups, and who does. */
struct kind {
  char make[160];
  unsigned tile;          /* 0: the active lanes of a sub-group */
  unsigned labels, label; /* a partition by variable `label` modulo `labels`; 0: none */
  unsigned test, bit;     /* a branch by this bit of variable `test` */
  bool in_arms, other;    /* in a branch: of those whose bit is set, or of the others */
};

struct members {
  unsigned count, own, ranks[MOST_ITEMS];
};

static unsigned below(struct groups *g, unsigned n) {
  return (unsigned)(random_next(&g->random) >> 33) % n;
}

static const char head[] =
    "#include <clgroup/cooperative_groups.h>\n"
    "namespace cg = cooperative_groups;\n"
    "template <uint N> struct bytes { uchar c[N]; };\n"
    "template <uint N> bytes<N> make(uint a, uint b) {\n"
    "  bytes<N> x;\n"
    "  for (uint i = 0; i < N; i++)\n"
    "    x.c[i] = (uchar)(((i & 4 ? b : a) >> 8 * (i & 3)) + i);\n"
    "  return x;\n"
    "}\n"
    "template <uint N> uint hash(bytes<N> x) {\n"
    "  uint h = 2166136261u;\n"
    "  for (uint i = 0; i < N; i++)\n"
    "    h = (h ^ x.c[i]) * 16777619u;\n"
    "  return h;\n"
    "}\n"
    "uint hash(uint x) { return hash(bytes<4>{{(uchar)x, (uchar)(x >> 8), (uchar)(x >> 16), (uchar)(x >> 24)}}); }\n"
    "uint folded(ulong set) { return (uint)(set ^ set >> 32); }\n"
    "struct composition {\n"
    "  template <uint N> bytes<N> operator()(bytes<N> x, bytes<N> y) const {\n"
    "    for (uint i = 0; i + 1 < N; i += 2) {\n"
    "      x.c[i + 1] = (uchar)((y.c[i] | 1) * x.c[i + 1] + y.c[i + 1]);\n"
    "      x.c[i] = (uchar)((y.c[i] | 1) * (x.c[i] | 1));\n"
    "    }\n"
    "    if (N % 2)\n"
    "      x.c[N - 1] = y.c[N - 1] % 4 ? y.c[N - 1] : x.c[N - 1];\n"
    "    return x;\n"
    "  }\n"
    "};\n"
    "struct affine { uint operator()(uint x, uint y) const {\n"
    "  return ((y | 1) * (x | 1) & 0xffff) | ((y | 1) * (x >> 16) + (y >> 16)) << 16; } };\n"
    "struct sum { enum { is_commutative = true }; uint operator()(uint x, uint y) const { return x + y; } };\n"
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

/* ---- the groups ---- */

static unsigned tile_size(struct groups *g, unsigned most) {
  unsigned size = 1u << below(g, below(g, 4) ? 7 : 11);
  return size > most ? most : size;
}

static struct kind make_kind(struct groups *g) {
  const struct lanes *lanes = &g->limits->lanes;
  struct kind k = {.tile = tile_size(g, MOST_ITEMS), .test = below(g, VARIABLES), .bit = below(g, 6)};
  char *text = NULL;
  if (lanes->has_active && lanes->size && below(g, 3) == 0) {
    k.tile = 0;
    k.in_arms = below(g, 3) != 0;
    text_add(&text, "cg::coalesced_threads()");
  } else {
    const unsigned around = tile_size(g, MOST_ITEMS);
    text_add(&text,
             around > k.tile ? "cg::tiled_partition<%u>(cg::tiled_partition<%u>(block))"
                             : "cg::tiled_partition<%u>(block)",
             k.tile, around);
  }
  k.label = below(g, VARIABLES);
  if (k.tile <= 64 && below(g, 4) == 0)
    k.labels = 1 + below(g, 9);
  if (k.labels == 2)
    snprintf(k.make, sizeof k.make, "cg::binary_partition(%s, v%u %% 2)", text, k.label);
  else if (k.labels)
    snprintf(k.make, sizeof k.make, "cg::labeled_partition(%s, v%u %% %u)", text, k.label, k.labels);
  else
    snprintf(k.make, sizeof k.make, "%s", text);
  free(text);
  return k;
}

static bool takes_part(const struct groups *g, const struct kind *k, unsigned item) {
  return !k->in_arms || !(g->v[item][k->test] >> k->bit & 1) == k->other;
}

static void find_members(const struct groups *g, const struct kind *k, unsigned item, struct members *m) {
  const unsigned span = k->tile ? k->tile : g->limits->lanes.size, first = item / span * span;
  m->count = m->own = 0;
  for (unsigned i = first; i < first + span && i < g->items; i++) {
    if (!takes_part(g, k, i) || (k->labels && g->v[i][k->label] % k->labels != g->v[item][k->label] % k->labels))
      continue;
    if (i == item)
      m->own = m->count;
    m->ranks[m->count++] = i;
  }
}

/* ---- what groups do ---- */

enum what { RANKS, SHFL, UP, DOWN, XOR, ANY, ALL, BALLOT, MATCH, REDUCE, INCLUSIVE, EXCLUSIVE, WHATS };
enum operator{ COMPOSITION, PLUS, LESS, GREATER, BIT_XOR, AFFINE, SUM, OPERATORS };

/* $x: the value; $n: the variable that is a distance, a rank or a vote; $w: what it is less than; $o: the operator. */
static const char *const texts[WHATS] = {
    [RANKS] = "g.thread_rank() * 2048 + g.num_members()",
    [SHFL] = "hash(g.shfl($x, v$n % g.num_members()))",
    [UP] = "hash(g.shfl_up($x, v$n % 11))",
    [DOWN] = "hash(g.shfl_down($x, v$n % 11))",
    [XOR] = "hash(g.shfl_xor($x, v$n % $w))",
    [ANY] = "(g.any(v$n % 8) != 0)",
    [ALL] = "(g.all(v$n % 8) != 0)",
    [BALLOT] = "folded(g.ballot(v$n & 1))",
    [MATCH] = "folded(g.match_any(v$n % 5))",
    [REDUCE] = "hash(cg::reduce(g, $x, $o))",
    [INCLUSIVE] = "hash(cg::inclusive_scan(g, $x, $o))",
    [EXCLUSIVE] = "hash(cg::exclusive_scan(g, $x, $o))",
};
static const char *const operators[OPERATORS] = {
    "composition()", "cg::plus<uint>()", "cg::less<uint>()", "cg::greater<uint>()", "cg::bit_xor<uint>()", "affine()",
    "sum()"};

struct call {
  enum what what;
  enum operator op;
  unsigned bytes, a, b; /* of the value, and the variables that it is made of */
  unsigned by;          /* of the number */
  unsigned below;       /* the number is */
};

static struct call make_call(struct groups *g, const struct kind *k) {
  struct call c = {.op = below(g, OPERATORS),
                   .bytes = 1 + below(g, MOST_BYTES),
                   .a = below(g, VARIABLES),
                   .b = below(g, VARIABLES),
                   .by = below(g, VARIABLES),
                   .below = 2 * k->tile};
  do
    c.what = below(g, WHATS);
  while ((c.what == XOR && (!k->tile || k->labels)) || ((c.what == BALLOT || c.what == MATCH) && k->tile > 64));
  if (c.op != COMPOSITION)
    c.bytes = 4;
  return c;
}

static const char *call_word(void *pile, const void *data, char letter) {
  const struct call *c = data;
  switch (letter) {
  case 'x':
    return c->op == COMPOSITION ? pile_text(pile, "make<%u>(v%u, v%u)", c->bytes, c->a, c->b)
                                : pile_text(pile, "v%u", c->a);
  case 'o':
    return operators[c->op];
  default:
    return pile_text(pile, "%u", letter == 'n' ? c->by : c->below);
  }
}

/* Numbers of four bytes, and structs of bytes of one: of those pairs a, b stand for x -> a x + b, with a odd, and an
 * odd byte for the last that is not a multiple of four. */
struct value {
  uint32_t number;
  uint8_t bytes[MOST_BYTES];
};

static struct value value_of(const struct groups *g, const struct call *c, unsigned item) {
  struct value x = {.number = g->v[item][c->a]};
  for (unsigned i = 0; i < c->bytes; i++)
    x.bytes[i] = c->op == COMPOSITION ? (uint8_t)((g->v[item][i & 4 ? c->b : c->a] >> 8 * (i & 3)) + i)
                                      : (uint8_t)(x.number >> 8 * i);
  return x;
}

static struct value combine(const struct call *c, struct value x, struct value y) {
  const uint32_t a = x.number, b = y.number;
  struct value z = {0};
  z.number = c->op == PLUS || c->op == SUM ? a + b
             : c->op == LESS               ? (a < b ? a : b)
             : c->op == GREATER            ? (a > b ? a : b)
             : c->op == BIT_XOR            ? a ^ b
                                           : ((b | 1) * (a | 1) & 0xffff) | ((b | 1) * (a >> 16) + (b >> 16)) << 16;
  for (unsigned i = 0; i < c->bytes; i++)
    if (c->op != COMPOSITION)
      z.bytes[i] = (uint8_t)(z.number >> 8 * i);
    else if (i % 2)
      z.bytes[i] = (uint8_t)((y.bytes[i - 1] | 1) * x.bytes[i] + y.bytes[i]);
    else if (i + 1 < c->bytes)
      z.bytes[i] = (uint8_t)((y.bytes[i] | 1) * (x.bytes[i] | 1));
    else
      z.bytes[i] = y.bytes[i] % 4 ? y.bytes[i] : x.bytes[i];
  return z;
}

static uint32_t result_of(const struct groups *g, const struct kind *k, const struct call *c, unsigned item) {
  struct members m;
  find_members(g, k, item, &m);
  const uint32_t by = g->v[item][c->by], distance = by % 11;
  unsigned ones = 0, from = m.own, last = c->what == REDUCE ? m.count - 1 : m.own - (c->what == EXCLUSIVE);
  uint64_t set = 0;
  for (unsigned r = 0; r < m.count; r++) {
    const uint32_t vote = g->v[m.ranks[r]][c->by];
    ones += vote % 8 != 0;
    set |= (uint64_t)(c->what == MATCH ? vote % 5 == by % 5 : vote & 1) << r % 64; /* of at most 64 */
  }
  if (c->what == RANKS)
    return m.own * 2048 + m.count;
  if (c->what == ANY || c->what == ALL)
    return c->what == ANY ? ones != 0 : ones == m.count;
  if (c->what == BALLOT || c->what == MATCH)
    return (uint32_t)(set ^ set >> 32);
  if (c->what == SHFL)
    from = by % m.count;
  else if (c->what == UP && distance <= m.own)
    from = m.own - distance;
  else if (c->what == DOWN && m.own + distance < m.count)
    from = m.own + distance;
  else if (c->what == XOR && (m.own ^ by % c->below) < m.count)
    from = m.own ^ by % c->below;
  struct value x = value_of(g, c, m.ranks[c->what >= REDUCE ? 0 : from]);
  for (unsigned r = 1; c->what >= REDUCE && (int)r <= (int)last; r++)
    x = combine(c, x, value_of(g, c, m.ranks[r]));
  if (c->what == EXCLUSIVE && !m.own)
    x = (struct value){0};
  uint32_t hash = 2166136261u;
  for (unsigned i = 0; i < c->bytes; i++)
    hash = (hash ^ x.bytes[i]) * 16777619u;
  return hash;
}

/* Half of the branches have two arms. Behind them, and behind what a group computes, work-items of a sub-group need not
 * be together again until something waits for all (on an H100 they were not), and coalesced_threads() has those that
 * are. */
static void add_step(struct groups *g) {
  struct kind k = make_kind(g);
  const unsigned to = below(g, VARIABLES), arms = k.in_arms ? 1 + below(g, 2) : 1;
  for (unsigned i = 0; i < g->items; i++)
    g->next[i] = g->v[i][to];
  struct pile pile = {0};
  text_add(&g->body, k.tile ? "  " : "  block.sync(); ");
  for (unsigned arm = 0; arm < arms; arm++) {
    k.other = arm;
    const struct call c = make_call(g, &k);
    if (k.in_arms && !arm)
      text_add(&g->body, "if (v%u >> %u & 1) ", k.test, k.bit);
    text_add(&g->body, "%s{ auto g = %s; v%u = v%u * 5 + ", arm ? " else " : "", k.make, to, to);
    text_add(&g->body, "%s; }", pile_expand(&pile, texts[c.what], call_word, &pile, &c));
    for (unsigned i = 0; i < g->items; i++)
      if (takes_part(g, &k, i))
        g->next[i] = g->v[i][to] * 5 + result_of(g, &k, &c, i);
  }
  text_add(&g->body, k.in_arms ? " block.sync();\n" : "\n");
  for (unsigned i = 0; i < g->items; i++)
    g->v[i][to] = g->next[i];
  pile_cut(&pile, 0);
}

/* The order in which groups come to the counter is open: the kernel judges what they got of it, and leaves the memory
 * as it was. */
static void add_update(struct groups *g) {
  static const char *const ops[] = {"cg::plus<uint>()", "affine()"};
  const struct kind k = make_kind(g);
  const unsigned to = below(g, VARIABLES), from = below(g, VARIABLES), op = below(g, 2);
  if (k.in_arms)
    return;
  text_add(&g->body,
           "  %s{ auto g = %s; auto op = %s; uint x = (v%u | 1) * 0x9e3779b9u;\n"
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
           k.tile ? "" : "block.sync(); ", k.make, ops[op], from, to, to);
  for (unsigned i = 0; i < g->items; i++)
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
  const unsigned most = limits->work_group_size < MOST_ITEMS ? (unsigned)limits->work_group_size : MOST_ITEMS;
  g->items = 1 + below(g, below(g, 3) ? most < 130 ? most : 130 : most);
  *c = (struct clgroup_case){.launch_count = 1};
  struct case_launch *l = c->launches = allocate(sizeof *l);
  *l = (struct case_launch){.kernel = "k",
                            .dimensions = 1,
                            .local = {g->items, 1, 1},
                            .groups = {1, 1, 1},
                            .arguments = allocate(5 * sizeof *l->arguments)};
  const size_t size = (size_t)g->items * VARIABLES;
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
  (void)buffer(l, g->items, false);
  (void)buffer(l, g->items, false);
  text_add(&c->text, "%s", head);
  if (below(g, 2))
    text_add(&c->text, "__attribute__((reqd_work_group_size(%u, 1, 1)))\n", g->items);
  text_add(&c->text,
           "kernel void k(global const uint *in, global uint *out, global atomic_uint *counter, global uint *was, "
           "global uint *by) {\n"
           "  auto block = cg::this_thread_block();\n"
           "  uint at = (uint)get_global_id(0) * %d, v0 = in[at], v1 = in[at + 1], v2 = in[at + 2];\n"
           "%s  out[at] = v0, out[at + 1] = v1, out[at + 2] = v2;\n"
           "}\n",
           VARIABLES, g->body);
  text_add(&c->name, "seed %llu", (unsigned long long)seed);
  text_add(&c->options[c->option_count++], "-cl-std=CLC++2021");
  free(g->body);
}
