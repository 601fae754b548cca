/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "functions.h"

#include "shapes.h"
#include "text.h"

#include <stdio.h>

#define BLOCK "cg::this_thread_block()"
#define TILE(n) "cg::tiled_partition<" #n ">(" BLOCK ")"
#define SMALL shapes_tiles, shapes_tiles_quick
#define LARGE shapes_large_tiles, shapes_large_tiles_quick
#define ROWS shapes_lanes, shapes_lanes_quick

const struct group_kind group_kinds[GROUP_KINDS] = {
    {"tile1", TILE(1), 1, 0, 0, STRAIGHT, SMALL},
    {"tile2", TILE(2), 2, 0, 0, STRAIGHT, SMALL},
    {"tile4", TILE(4), 4, 0, 0, STRAIGHT, SMALL},
    {"tile8", TILE(8), 8, 0, 0, STRAIGHT, SMALL},
    {"tile16", TILE(16), 16, 0, 0, STRAIGHT, SMALL},
    {"tile32", TILE(32), 32, 0, 0, STRAIGHT, SMALL},
    {"tile64", TILE(64), 64, 0, 0, STRAIGHT, SMALL},
    {"tile128", TILE(128), 128, 0, 0, STRAIGHT, LARGE},
    {"tile256", TILE(256), 256, 0, 0, STRAIGHT, LARGE},
    {"tile512", TILE(512), 512, 0, 0, STRAIGHT, LARGE},
    {"tile1024", TILE(1024), 1024, 0, 0, STRAIGHT, LARGE},
    {"tile4of16", "cg::tiled_partition<4>(" TILE(16) ")", 4, 16, 0, STRAIGHT, SMALL},
    {"tile8apart", TILE(8), 8, 0, 0, TURNS, ROWS},
    {"tile32apart", TILE(32), 32, 0, 0, TURNS, ROWS},
    {"labels32", "cg::labeled_partition(" TILE(32) ", own.a % 3)", 32, 0, 3, STRAIGHT, SMALL},
    {"labels64", "cg::labeled_partition(" TILE(64) ", (ulong)(own.a % 3) << 40)", 64, 0, 3, STRAIGHT, SMALL},
    {"halves8", "cg::binary_partition(" TILE(8) ", own.a % 2)", 8, 0, 2, STRAIGHT, SMALL},
    {"coalesced", "cg::coalesced_threads()", 0, 0, 0, STRAIGHT, SMALL},
    {"coalesced-arms", "cg::coalesced_threads()", 0, 0, 0, ARMS, SMALL},
    {"coalesced-labels", "cg::labeled_partition(cg::coalesced_threads(), (ulong)(own.a % 3) << 40)", 0, 0, 3, ARMS,
     SMALL},
    {"coalesced-halves", "cg::binary_partition(cg::coalesced_threads(), own.a % 2)", 0, 0, 2, ARMS, SMALL},
};

/* The group of a work-item's call, with its label in the low bits. */
enum { MOST_LABELS = 4 };
static uint64_t group_of(const struct test *t, const struct work_group *w, unsigned rank) {
  const struct group_kind *kind = t->data;
  const struct item *item = &w->in[w->at[rank]];
  const uint64_t near = kind->tile ? rank / kind->tile : w->places[rank].words[0];
  return (near * 2 + (kind->divergence == ARMS && item->branch)) * MOST_LABELS +
         (kind->labels ? item->a % kind->labels : 0);
}

/* ---- what the members get ---- */

static struct value number(uint64_t x) {
  return (struct value){{x}};
}

static const struct item *own(const struct members *m) {
  return member_item(m, m->own);
}

/* The value that the member of this rank passes; if there is none, the caller's own. */
static struct value from(const struct members *m, unsigned rank) {
  return member_item(m, rank < m->count ? rank : m->own)->x;
}

static unsigned tile_of(const struct members *m) {
  const struct group_kind *kind = m->test->data;
  return kind->tile;
}

/* The number of the caller's group in its partition, and of how many groups, in the order of their first members. */
static void count_groups(const struct members *m, uint64_t *which, uint64_t *count) {
  const struct work_group *w = m->w;
  const uint64_t own = group_of(m->test, w, m->ranks[m->own]);
  for (unsigned rank = 0; rank < w->n; rank++) {
    const uint64_t group = group_of(m->test, w, rank);
    bool is_first = group / MOST_LABELS == own / MOST_LABELS;
    for (unsigned before = 0; before < rank; before++)
      is_first &= group_of(m->test, w, before) != group;
    if (is_first && group == own)
      *which = *count;
    *count += is_first;
  }
}

static struct value ranks(const struct members *m) {
  const struct group_kind *kind = m->test->data;
  const uint64_t n = m->w->n, around = kind->parent ? kind->parent : n, rank = m->ranks[m->own];
  const uint64_t first = rank / around * around, size = n - first < around ? n - first : around;
  struct value v = {{m->own, m->count, 0, 0}};
  if (kind->tile && !kind->labels) {
    v.words[2] = (rank - first) / kind->tile;
    v.words[3] = (size + kind->tile - 1) / kind->tile;
  } else {
    count_groups(m, &v.words[2], &v.words[3]);
  }
  return v;
}

static struct value counted(const struct members *m) {
  const struct shape *shape = m->w->shape;
  struct value v = {{m->ranks[m->own], shape_items(shape), m->w->number, shape_group_count(shape)}};
  for (size_t before = 0; before < m->w->number; before++)
    v.words[0] += shape_group(shape, before).n;
  return v;
}

/* A rank below 0 wraps, and so is beyond the group too. */
static unsigned distance(const struct members *m) {
  return own(m)->a % 11 << own(m)->a % 4;
}

static struct value by_constants(const struct members *m, int direction) {
  static const unsigned constants[] = {1, 2, 4, 8, 16, 3, 32, 5};
  struct value v = {{0}};
  for (unsigned i = 0; i < 8; i++) {
    const unsigned by = constants[i], rank = direction ? m->own + (unsigned)direction * by : m->own ^ by;
    v.words[i / 2] |= from(m, rank).words[0] << i % 2 * 32;
  }
  return v;
}

/* The set of ranks whose operand `a` has this remainder. */
static uint64_t set(const struct members *m, unsigned divisor, uint32_t remainder) {
  uint64_t bits = 0;
  for (unsigned r = 0; r < m->count && r < 64; r++)
    bits |= (uint64_t)(member_item(m, r)->a % divisor == remainder) << r;
  return bits;
}

static uint64_t odd_members(const struct members *m) {
  unsigned count = 0;
  for (unsigned r = 0; r < m->count; r++)
    count += member_item(m, r)->a % 2;
  return count;
}

static struct value all_matched(const struct members *m) {
  const uint64_t every = ~0ull >> (64 - m->count);
  return set(m, 2, own(m)->a % 2) == every ? (struct value){{every, 1}} : number(0);
}

static struct value fold_through(const struct members *m, unsigned last) {
  const struct value k = {{3 | (uint64_t)(m->w->shared & ~1u) << 32, 1 | (uint64_t)5 << 32}};
  struct value sum = from(m, 0);
  for (unsigned r = 1; r <= last; r++)
    sum = algebra_combine(m->test->algebra, algebra_combine(m->test->algebra, sum, k), from(m, r));
  return sum;
}

static bool is_set(const struct members *m, unsigned rank) {
  return rank <= (m->count - 1) / 2;
}

static bool is_last(const struct members *m) {
  return m->own == m->count - 1;
}

static struct value part(struct value x, bool counts, bool set) {
  return (struct value){{counts ? x.words[0] : 0, set}};
}

/* The value of the member of this rank, if it exists and has set the variable. */
static struct value set_in(const struct members *m, unsigned rank) {
  return part(from(m, rank), rank < m->count && is_set(m, rank), is_set(m, m->own));
}

#define X "(uint)own.x.words[0]"
#define ROW(name, gives, ...)                                                                                          \
  static struct value expect_##name(const struct members *m) {                                                         \
    return gives;                                                                                                      \
  }
#include "functions.inc"
static const struct function functions[] = {
#define ROW(name, gives, ...) {#name, __VA_ARGS__, .expect = expect_##name},
#include "functions.inc"
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

enum { BYTES12 = 11, BYTES9 = 14, MATRIX_OF_UINT = 7, TYPES = 15 };
static const struct algebra composed[TYPES] = {{"affine4", PAIRS, 2, 4, 0, 0},
                                               {"affine<uchar>", PAIRS, 2, 8, 0, 0},
                                               {"triangle<uchar>", TRIANGLE, 3, 8, 0, 0},
                                               {"matrix<uchar>", MATRIX, 4, 8, 0, 0},
                                               {"triangle<ushort>", TRIANGLE, 3, 16, 0, 0},
                                               {"matrix<ushort>", MATRIX, 4, 16, 0, 0},
                                               {"triangle<uint>", TRIANGLE, 3, 32, 0, 0},
                                               {"matrix<uint>", MATRIX, 4, 32, 0, 0},
                                               {"triangle<ulong>", TRIANGLE, 3, 64, 0, 0},
                                               {"matrix<ulong>", MATRIX, 4, 64, 0, 0},
                                               {"affine<ulong>", PAIRS, 2, 64, 0, 0},
                                               {"bytes<12>", PAIRS, 12, 8, 0, 0},
                                               {"bytes<5>", PAIRS, 5, 8, 0, 0},
                                               {"bytes<15>", PAIRS, 15, 8, 0, 0},
                                               {"bytes<9>", PAIRS, 9, 8, 0, 0}};

#define OF_UINT(op) [op] = {"uint", SCALAR, 1, 32, op, REF_UINT}
static const struct algebra words[REF_OPS] = {OF_UINT(REF_ADD), OF_UINT(REF_MIN), OF_UINT(REF_MAX),
                                              OF_UINT(REF_AND), OF_UINT(REF_OR),  OF_UINT(REF_XOR)};

static char *body_of(const struct group_kind *kind, const char *call) {
  char *text = NULL;
  text_add(&text,
           "  const item own = in[i];\n"
           "  const uint tile = %u;\n"
           "  const matrix<uint> between = {3, shared & ~1u, 1, 5};\n"
           "  (void)tile, (void)between;\n"
           "  value result;\n",
           kind->tile);
  if (kind->divergence == ARMS)
    text_add(&text, "  if (own.branch) { auto g = %s; result = %s; }\n  else", kind->make, call);
  if (kind->divergence == TURNS)
    text_add(&text, "  for (uint turn = 0; turn <= cg::this_thread_block().thread_rank() / tile %% 2; turn++)");
  text_add(&text, "  { auto g = %s; result = %s; }\n  out[i] = result;\n", kind->make, call);
  return text;
}

static uint64_t expect(const struct members *m, struct value *wanted) {
  const struct function *f = m->test->more;
  *wanted = f->expect(m);
  return 1;
}

/* A function, on values of a type. */
static struct test test_of(const struct group_kind *kind, const struct function *f, const struct algebra *type,
                           const char *name, const char *call) {
  struct test t = {.body = body_of(kind, call),
                   .algebra = type,
                   .columns = 1,
                   .bytes = sizeof(struct value),
                   .elements = 1,
                   .work_groups = f->only == GRID ? 8 : 2,
                   .launches = 1,
                   .group = group_of,
                   .by_lanes = !kind->tile,
                   .expect = expect,
                   .data = kind,
                   .more = f};
  snprintf(t.name, sizeof t.name, "%s", name);
  return t;
}

static bool is_for(const struct function *f, const struct group_kind *kind) {
  switch (f->only) {
  case TILES:
    return kind->tile && !kind->labels;
  case SETS:
    return kind->tile <= 64;
  case GRID:
    return kind->tile == 1;
  default:
    return true;
  }
}

unsigned functions_of(const struct group_kind *kind, bool quick, struct test *tests) {
  struct test *end = tests;
  for (const struct function *f = functions; f < functions + FUNCTIONS; f++)
    if (is_for(f, kind) && f->on != ALL_TYPES)
      *end++ = test_of(kind, f, f->on == MATRICES ? &composed[MATRIX_OF_UINT] : &words[f->op], f->name, f->call);
  /* All types with some of the groups; through much memory few. */
  const bool every_type = !quick && (kind->tile == 0 || kind->tile == 8 || kind->tile == 32);
  for (unsigned t = 0; t < TYPES; t++)
    for (const struct function *f = functions; f < functions + FUNCTIONS; f++) {
      char name[64], call[128];
      if (f->on != ALL_TYPES ||
          !(every_type ? kind->divergence != TURNS
                       : t == 3 || t == 5 || (t == BYTES12 && kind->tile == 2) || (t == BYTES9 && kind->tile == 256)))
        continue;
      snprintf(name, sizeof name, "%s%u_%u", f->name, algebra_bytes(&composed[t]), t);
      snprintf(call, sizeof call, f->call, composed[t].type);
      *end++ = test_of(kind, f, &composed[t], name, call);
    }
  return (unsigned)(end - tests);
}

const char functions_head[] =
    "#include <clgroup/cooperative_groups.h>\n"
    "namespace cg = cooperative_groups;\n"
    "template <class T> value slot_of(T x) { value s = {}; cg::clgroup::__copy<sizeof x>(&s, &x); return s; }\n"
    "value slot4(ulong a, ulong b, ulong c, ulong d) { return value{{a, b, c, d}}; }\n"
    "#define PAIR(f, a, b) (g.f((uint)own.x.words[0], a) | (ulong)g.f((uint)own.x.words[0], b) << 32)\n"
    "template <class T> T value_of(value v) { T x; cg::clgroup::__copy<sizeof x>(&x, &v); return x; }\n"
    "template <class W> struct matrix { W a, b, c, d; };\n"
    "template <class W> struct triangle { W a, b, c; };\n"
    "template <class W> struct affine { W a, b; };\n"
    "struct affine4 { uchar ab; };\n"
    "template <class W> matrix<W> compose(matrix<W> x, matrix<W> y) {\n"
    "  return {(W)(x.a * y.a + x.b * y.c), (W)(x.a * y.b + x.b * y.d), (W)(x.c * y.a + x.d * y.c), (W)(x.c * y.b + x.d "
    "* y.d)};\n"
    "}\n"
    "template <class W> triangle<W> compose(triangle<W> x, triangle<W> y) {\n"
    "  return {(W)(x.a * y.a), (W)(x.a * y.b + x.b * y.c), (W)(x.c * y.c)};\n"
    "}\n"
    "template <class W> affine<W> compose(affine<W> x, affine<W> y) { return {(W)(y.a * x.a), (W)(y.a * x.b + y.b)}; "
    "}\n"
    "affine4 compose(affine4 x, affine4 y) {\n"
    "  uint a = (y.ab & 15u) * (x.ab & 15u), b = (y.ab & 15u) * (x.ab >> 4) + (y.ab >> 4);\n"
    "  return {(uchar)((a & 15u) | (b << 4))};\n"
    "}\n"
    "template <uint N> struct bytes { uchar c[N]; };\n"
    "template <uint N> bytes<N> compose(bytes<N> x, bytes<N> y) {\n"
    "  for (uint i = 0; i + 1 < N; i += 2) {\n"
    "    y.c[i + 1] = (uchar)(y.c[i] * x.c[i + 1] + y.c[i + 1]);\n"
    "    y.c[i] = (uchar)(y.c[i] * x.c[i]);\n"
    "  }\n"
    "  if (N % 2)\n"
    "    y.c[N - 1] += x.c[N - 1];\n"
    "  return y;\n"
    "}\n"
    "struct composition { template <class T> T operator()(T a, T b) const { return compose(a, b); } };\n"
    "struct sum { enum { is_commutative = true }; uint operator()(uint a, uint b) const { return a + b; } };\n"
    "template <class G> value matched_all(const G &g, uint x) {\n"
    "  int all = 7;\n"
    "  ulong set = g.match_all(x, all);\n"
    "  return slot4(set, all != 0, 0, 0);\n"
    "}\n"
    "template <class G> value invoked(const G &g, uint x) {\n"
    "  uint hit = 0;\n"
    "  cg::invoke_one(g, [&hit](uint v) { hit = v; }, x);\n"
    "  return slot_of(hit);\n"
    "}\n";
