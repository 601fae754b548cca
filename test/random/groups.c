#include "groups.h"

#include "splitmix.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

struct value {
  uint8_t bytes[MOST_BYTES];
};

static unsigned below(struct groups *g, unsigned n) {
  return (unsigned)(random_next(&g->random) >> 33) % n;
}

/* ---- the values: structs of bytes ---- */

static struct value value_make(unsigned n, uint32_t a, uint32_t b) {
  struct value x = {{0}};
  uint32_t state = a + b * 0x9e3779b9u;
  for (unsigned i = 0; i < n; i++) {
    state = state * 1664525 + 1013904223;
    x.bytes[i] = (uint8_t)(state >> 24);
  }
  return x;
}

static uint32_t value_hash(unsigned n, const struct value *x) {
  uint32_t hash = 2166136261u;
  for (unsigned i = 0; i < n; i++)
    hash = (hash ^ x->bytes[i]) * 16777619u;
  return hash;
}

/* Pairs a, b stand for x -> a x + b, with a odd; an odd byte for the last that is not a multiple of four. */
static struct value value_compose(unsigned n, struct value x, struct value y) {
  struct value z = {{0}};
  for (unsigned i = 0; i + 1 < n; i += 2) {
    z.bytes[i] = (uint8_t)((y.bytes[i] | 1) * (x.bytes[i] | 1));
    z.bytes[i + 1] = (uint8_t)((y.bytes[i] | 1) * x.bytes[i + 1] + y.bytes[i + 1]);
  }
  if (n % 2)
    z.bytes[n - 1] = y.bytes[n - 1] % 4 ? y.bytes[n - 1] : x.bytes[n - 1];
  return z;
}

static const char head[] =
    "#include <clgroup/cooperative_groups.h>\n"
    "namespace cg = cooperative_groups;\n"
    "template <uint N> struct bytes { uchar c[N]; };\n"
    "template <uint N> bytes<N> make(uint a, uint b) {\n"
    "  bytes<N> x;\n"
    "  uint state = a + b * 0x9e3779b9u;\n"
    "  for (uint i = 0; i < N; i++) {\n"
    "    state = state * 1664525u + 1013904223u;\n"
    "    x.c[i] = (uchar)(state >> 24);\n"
    "  }\n"
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
enum operator{ COMPOSITION, PLUS, LESS, GREATER, BIT_XOR, AFFINE, OPERATORS };

struct call {
  enum what what;
  enum operator op;
  unsigned bytes, a, b; /* of the value, and the variables that it is made of */
  unsigned by;          /* of the number: a distance, a rank, a vote */
};

static struct call make_call(struct groups *g, const struct kind *k) {
  struct call c = {.op = below(g, OPERATORS),
                   .bytes = 1 + below(g, MOST_BYTES),
                   .a = below(g, VARIABLES),
                   .b = below(g, VARIABLES),
                   .by = below(g, VARIABLES)};
  do
    c.what = below(g, WHATS);
  while ((c.what == XOR && (!k->tile || k->labels)) || ((c.what == BALLOT || c.what == MATCH) && k->tile > 64));
  if (c.op != COMPOSITION)
    c.bytes = 4;
  return c;
}

static uint32_t affine(uint32_t x, uint32_t y) {
  return ((y | 1) * (x | 1) & 0xffff) | ((y | 1) * (x >> 16) + (y >> 16)) << 16;
}

static uint32_t operate(enum operator op, uint32_t x, uint32_t y) {
  switch (op) {
  case PLUS:
    return x + y;
  case LESS:
    return x < y ? x : y;
  case GREATER:
    return x > y ? x : y;
  case BIT_XOR:
    return x ^ y;
  default:
    return affine(x, y);
  }
}

static struct value value_of(const struct groups *g, const struct call *c, unsigned item) {
  struct value x = {{0}};
  if (c->op == COMPOSITION)
    return value_make(c->bytes, g->v[item][c->a], g->v[item][c->b]);
  memcpy(&x, &g->v[item][c->a], 4);
  return x;
}

static struct value combine(const struct call *c, struct value x, struct value y) {
  uint32_t a, b;
  if (c->op == COMPOSITION)
    return value_compose(c->bytes, x, y);
  memcpy(&a, &x, 4);
  memcpy(&b, &y, 4);
  a = operate(c->op, a, b);
  memcpy(&x, &a, 4);
  return x;
}

static uint32_t result_of(const struct groups *g, const struct kind *k, const struct call *c, unsigned item) {
  struct members m;
  struct value x = {{0}};
  uint64_t set = 0;
  find_members(g, k, item, &m);
  const uint32_t by = g->v[item][c->by];
  unsigned from = m.own, last = c->what == REDUCE ? m.count - 1 : m.own;
  for (unsigned r = 0; r < m.count && r < 64; r++)
    set |= (uint64_t)(c->what == MATCH ? g->v[m.ranks[r]][c->by] % 5 == by % 5 : g->v[m.ranks[r]][c->by] & 1) << r;
  switch (c->what) {
  case RANKS:
    return m.own * 2048 + m.count;
  case ANY:
  case ALL:
    for (unsigned r = 0; r < m.count; r++)
      if ((g->v[m.ranks[r]][c->by] % 8 != 0) == (c->what == ANY))
        return c->what == ANY;
    return c->what == ALL;
  case BALLOT:
  case MATCH:
    return (uint32_t)(set ^ set >> 32);
  case SHFL:
    from = by % m.count;
    break;
  case UP:
    from = by % 11 > m.own ? m.own : m.own - by % 11;
    break;
  case DOWN:
    from = m.own + by % 11 >= m.count ? m.own : m.own + by % 11;
    break;
  case XOR:
    from = (m.own ^ by % (2 * k->tile)) < m.count ? m.own ^ by % (2 * k->tile) : m.own;
    break;
  default:
    if (c->what == EXCLUSIVE && !m.own)
      return value_hash(c->bytes, &x);
    x = value_of(g, c, m.ranks[0]);
    for (unsigned r = 1; r <= last - (c->what == EXCLUSIVE); r++)
      x = combine(c, x, value_of(g, c, m.ranks[r]));
    return value_hash(c->bytes, &x);
  }
  x = value_of(g, c, m.ranks[from]);
  return value_hash(c->bytes, &x);
}

static void print_call(char **text, const struct kind *k, const struct call *c) {
  static const char *const ops[OPERATORS] = {"composition()",       "cg::plus<uint>()",    "cg::less<uint>()",
                                             "cg::greater<uint>()", "cg::bit_xor<uint>()", "affine()"};
  static const char *const names[WHATS] = {
      [REDUCE] = "reduce", [INCLUSIVE] = "inclusive_scan", [EXCLUSIVE] = "exclusive_scan"};
  char x[64], number[48];
  if (c->op == COMPOSITION)
    snprintf(x, sizeof x, "make<%u>(v%u, v%u)", c->bytes, c->a, c->b);
  else
    snprintf(x, sizeof x, "v%u", c->a);
  switch (c->what) {
  case RANKS:
    text_add(text, "g.thread_rank() * 2048 + g.num_members()");
    return;
  case ANY:
  case ALL:
    text_add(text, "(g.%s(v%u %% 8) != 0)", c->what == ANY ? "any" : "all", c->by);
    return;
  case BALLOT:
    text_add(text, "folded(g.ballot(v%u & 1))", c->by);
    return;
  case MATCH:
    text_add(text, "folded(g.match_any(v%u %% 5))", c->by);
    return;
  case SHFL:
  case UP:
  case DOWN:
  case XOR:
    snprintf(number, sizeof number,
             c->what == SHFL  ? "v%u %% g.num_members()"
             : c->what == XOR ? "v%u %% %u"
                              : "v%u %% 11",
             c->by, 2 * k->tile);
    text_add(text, "hash(g.%s(%s, %s))",
             c->what == SHFL   ? "shfl"
             : c->what == UP   ? "shfl_up"
             : c->what == DOWN ? "shfl_down"
                               : "shfl_xor",
             x, number);
    return;
  default:
    text_add(text, "hash(cg::%s(g, %s, %s))", names[c->what], x, ops[c->op]);
  }
}

/* Half of the branches have two arms. Behind them, and behind what a group computes, work-items of a sub-group need not
 * be together again until something waits for all (on an H100 they were not), and coalesced_threads() has those that
 * are. */
static void add_step(struct groups *g) {
  struct kind k = make_kind(g);
  const unsigned to = below(g, VARIABLES), arms = k.in_arms ? 1 + below(g, 2) : 1;
  for (unsigned i = 0; i < g->items; i++)
    g->next[i] = g->v[i][to];
  text_add(&g->body, k.tile ? "  " : "  block.sync(); ");
  for (unsigned arm = 0; arm < arms; arm++) {
    k.other = arm;
    const struct call c = make_call(g, &k);
    if (k.in_arms && !arm)
      text_add(&g->body, "if (v%u >> %u & 1) ", k.test, k.bit);
    text_add(&g->body, "%s{ auto g = %s; v%u = v%u * 5 + ", arm ? " else " : "", k.make, to, to);
    print_call(&g->body, &k, &c);
    text_add(&g->body, "; }");
    for (unsigned i = 0; i < g->items; i++)
      if (takes_part(g, &k, i))
        g->next[i] = g->v[i][to] * 5 + result_of(g, &k, &c, i);
  }
  text_add(&g->body, k.in_arms ? " block.sync();\n" : "\n");
  for (unsigned i = 0; i < g->items; i++)
    g->v[i][to] = g->next[i];
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
  a->before = calloc(count, 4);
  a->expected = is_result ? calloc(count, 4) : NULL;
  if (!a->before || (is_result && !a->expected))
    abort();
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
  struct case_launch *l = c->launches = calloc(1, sizeof *l);
  if (!l || !(l->arguments = calloc(5, sizeof *l->arguments)))
    abort();
  *l = (struct case_launch){
      .kernel = "k", .dimensions = 1, .local = {g->items, 1, 1}, .groups = {1, 1, 1}, .arguments = l->arguments};
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
