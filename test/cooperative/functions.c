#include "functions.h"

#include "launch.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct value number(uint64_t x) {
  return (struct value){{x}};
}

static const struct item *member(const struct question *q, unsigned rank) {
  return &q->items[q->m->ranks[rank]];
}

static const struct item *own(const struct question *q) {
  return member(q, q->m->own);
}

/* The value that a member passes: of the function's type. */
static struct value passed(const struct question *q, unsigned rank) {
  struct value x = member(q, rank)->x, cut = {{0}};
  memcpy(&cut, &x, q->f->type ? composed_bytes(q->f->type) : 4);
  return cut;
}

static struct value combine(const struct function *f, struct value a, struct value b) {
  return f->type ? compose(f->type, a, b) : number(ref_combine(f->op, REF_UINT, a.words[0], b.words[0]));
}

/* Members first to last, combined in order. */
static struct value fold(const struct question *q, unsigned last) {
  struct value sum = passed(q, 0);
  for (unsigned r = 1; r <= last; r++)
    sum = combine(q->f, sum, passed(q, r));
  return sum;
}

static struct value ranks(const struct question *q) {
  const uint64_t around = q->kind->parent ? q->kind->parent : q->n, rank = q->m->ranks[q->m->own];
  const uint64_t first = rank / around * around, size = q->n - first < around ? q->n - first : around;
  struct value v = {{q->m->own, q->m->count, q->m->meta_rank, q->m->meta_count}};
  if (q->kind->tile && !q->kind->labels) {
    v.words[2] = (rank - first) / q->kind->tile;
    v.words[3] = (size + q->kind->tile - 1) / q->kind->tile;
  }
  return v;
}

static struct value counted(const struct question *q) {
  struct value v;
  memcpy(&v, q->m->grid, sizeof v);
  return v;
}

static struct value shuffled(const struct question *q) {
  return passed(q, own(q)->a % q->m->count);
}

/* Small distances, and some beyond all lanes. */
#define DISTANCE "own.a % 11 << own.a % 4"
static unsigned distance(const struct question *q) {
  return own(q)->a % 11 << own(q)->a % 4;
}

static struct value from_below(const struct question *q) {
  const unsigned by = distance(q);
  return passed(q, by > q->m->own ? q->m->own : q->m->own - by);
}

static struct value from_above(const struct question *q) {
  const unsigned by = distance(q);
  return passed(q, q->m->own + by >= q->m->count ? q->m->own : q->m->own + by);
}

static struct value exchanged(const struct question *q) {
  const unsigned other = q->m->own ^ (own(q)->a % (2 * q->kind->tile));
  return passed(q, other < q->m->count ? other : q->m->own);
}

/* By constants, two to a word. */
#define CONSTANTS(f) "slot4(PAIR(" #f ", 1, 2), PAIR(" #f ", 4, 8), PAIR(" #f ", 16, 3), PAIR(" #f ", 32, 5))"
static struct value by_constants(const struct question *q, int direction) {
  static const unsigned constants[] = {1, 2, 4, 8, 16, 3, 32, 5};
  struct value v = {{0}};
  for (unsigned i = 0; i < 8; i++) {
    const unsigned by = constants[i], own = q->m->own;
    const unsigned other = direction > 0 ? own + by : direction ? (by > own ? own : own - by) : own ^ by;
    v.words[i / 2] |= (member(q, other < q->m->count ? other : own)->x.words[0] & 0xffffffff) << i % 2 * 32;
  }
  return v;
}

static struct value from_below_by_constants(const struct question *q) {
  return by_constants(q, -1);
}

static struct value from_above_by_constants(const struct question *q) {
  return by_constants(q, 1);
}

static struct value exchanged_by_constants(const struct question *q) {
  return by_constants(q, 0);
}

/* The ranks whose a has this work-item's remainder or, unless own_a, 1. */
static uint64_t set(const struct question *q, unsigned divisor, bool own_a) {
  uint64_t bits = 0;
  const uint32_t wanted = own_a ? own(q)->a % divisor : 1;
  for (unsigned r = 0; r < q->m->count && r < 64; r++)
    bits |= (uint64_t)(member(q, r)->a % divisor == wanted) << r;
  return bits;
}

static struct value voted_any(const struct question *q) {
  for (unsigned r = 0; r < q->m->count; r++)
    if (member(q, r)->a % 2)
      return number(1);
  return number(0);
}

static struct value voted_all(const struct question *q) {
  for (unsigned r = 0; r < q->m->count; r++)
    if (member(q, r)->a % 2 == 0)
      return number(0);
  return number(1);
}

static struct value ballot(const struct question *q) {
  return number(set(q, 2, false));
}

static struct value matched(const struct question *q) {
  return number(set(q, 4, true));
}

static struct value all_matched(const struct question *q) {
  const uint64_t every = ~0ull >> (64 - q->m->count);
  return set(q, 2, true) == every ? (struct value){{every, 1}} : number(0);
}

static struct value invoked(const struct question *q) {
  return number(q->m->own ? 0 : (uint32_t)own(q)->x.words[0]);
}

static struct value invoked_for_all(const struct question *q) {
  const struct item *first = member(q, 0);
  return number((uint32_t)first->x.words[0] * 5 + first->a);
}

static struct value reduced(const struct question *q) {
  return fold(q, q->m->count - 1);
}

static struct value scanned(const struct question *q) {
  return fold(q, q->m->own);
}

static struct value scanned_before(const struct question *q) {
  return q->m->own ? fold(q, q->m->own - 1) : number(0);
}

/* The same with a matrix between every two, which the operator captures. */
static struct value fold_through(const struct question *q, unsigned last) {
  struct value sum = passed(q, 0);
  const struct value k = (struct value){{3 | (uint64_t)q->m->shared << 32, 1 | (uint64_t)5 << 32}};
  for (unsigned r = 1; r <= last; r++)
    sum = compose(q->f->type, compose(q->f->type, sum, k), passed(q, r));
  return sum;
}

static struct value reduced_through(const struct question *q) {
  return fold_through(q, q->m->count - 1);
}

static struct value scanned_through(const struct question *q) {
  return fold_through(q, q->m->own);
}

/* ---- of a variable that some members alone have set, by a branch which theirs alone is ---- */

/* It is set in the first half, one more than the rest where they are odd. */
#define SET "(g.thread_rank() <= (g.num_members() - 1) / 2)"
static bool is_set(const struct question *q, unsigned rank) {
  return rank <= (q->m->count - 1) / 2;
}

/* The result, of members whose result depends on no other, and whether this one took the branch. */
#define UNSET(set, value, result, counts)                                                                              \
  "({ uint v, branch = 0; if (" set ") { v = " value "; branch = 1; } "                                                \
  "const uint r = " result "; slot4(" counts " ? r : 0, branch, 0, 0); })"
static struct value part(struct value x, bool counts, bool set) {
  return (struct value){{counts ? x.words[0] : 0, set}};
}

static struct value led(const struct question *q) {
  return part(passed(q, q->m->count - 1), true, q->m->own == q->m->count - 1);
}

/* From the member of that rank, if there is one that has set it. */
static struct value set_in(const struct question *q, unsigned rank) {
  const bool counts = rank < q->m->count && is_set(q, rank);
  return part(counts ? passed(q, rank) : number(0), counts, is_set(q, q->m->own));
}

static struct value set_above(const struct question *q) {
  return set_in(q, q->m->own + 1);
}

static struct value set_below(const struct question *q) {
  return set_in(q, q->m->own - 1);
}

static struct value set_across(const struct question *q) {
  return set_in(q, q->m->own ^ 1);
}

static struct value scanned_set(const struct question *q) {
  const bool set = is_set(q, q->m->own);
  return part(scanned(q), set, set);
}

static struct value scanned_set_before(const struct question *q) {
  const bool set = is_set(q, q->m->own);
  return part(scanned_before(q), set, set);
}

/* The value of one member decides. */
static struct value decided(const struct question *q) {
  return part(number(1), true, q->m->own == q->m->count - 1);
}

static struct value balloted_set(const struct question *q) {
  return part(number(1), true, is_set(q, q->m->own));
}

struct list {
  struct function *functions;
  unsigned count;
};

static struct function *add(struct list *list, const char *name, const char *call, expectation *expect) {
  if (list->count == MAX_FUNCTIONS)
    abort();
  struct function *f = &list->functions[list->count++];
  *f = (struct function){.expect = expect};
  snprintf(f->name, sizeof f->name, "%s", name);
  snprintf(f->call, sizeof f->call, "%s", call);
  return f;
}

static void add_scans(struct list *list, const char *suffix, const char *arguments, const struct composed *type,
                      enum ref_op op) {
  static const char *const names[] = {"reduce", "inclusive_scan", "exclusive_scan"};
  expectation *const expected[] = {reduced, scanned, scanned_before};
  char name[64], call[256];
  for (unsigned i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "%s_%.40s", names[i], suffix);
    snprintf(call, sizeof call, "slot_of(cg::%s(g, %s))", names[i], arguments);
    struct function *f = add(list, name, call, expected[i]);
    f->type = type;
    f->op = op;
  }
}

static void add_composed(struct list *list, unsigned index) {
  const struct composed *type = &composed[index];
  char name[64], call[256], arguments[128];
  snprintf(name, sizeof name, "composed%u_%u", composed_bytes(type), index);
  snprintf(arguments, sizeof arguments, "value_of<%s>(own.x), composition()", type->name);
  add_scans(list, name, arguments, type, REF_ADD);
  snprintf(name, sizeof name, "shfl%u_%u", composed_bytes(type), index);
  snprintf(call, sizeof call, "slot_of(g.shfl(value_of<%s>(own.x), own.a %% g.num_members()))", type->name);
  add(list, name, call, shuffled)->type = type;
}

static void add_captured(struct list *list) {
  static const char op[] = "value_of<matrix<uint>>(own.x), "
                           "[=](matrix<uint> a, matrix<uint> b) { return compose(compose(a, between), b); }";
  char call[256];
  snprintf(call, sizeof call, "slot_of(cg::reduce(g, %s))", op);
  add(list, "reduce_captured", call, reduced_through)->type = &composed[7];
  snprintf(call, sizeof call, "slot_of(cg::inclusive_scan(g, %s))", op);
  add(list, "inclusive_scan_captured", call, scanned_through)->type = &composed[7];
}

/* The header's operators. */
static const struct {
  const char *name;
  enum ref_op op;
} operators[] = {{"plus", REF_ADD},    {"less", REF_MIN},    {"greater", REF_MAX},
                 {"bit_and", REF_AND}, {"bit_xor", REF_XOR}, {"bit_or", REF_OR}};

#define LAST "g.thread_rank() == g.num_members() - 1"
#define X "(uint)own.x.words[0]"

static void add_unset(struct list *list, bool is_tile, bool has_sets) {
  add(list, "unset_shfl", UNSET(LAST, X, "g.shfl(v, g.num_members() - 1)", "1"), led);
  add(list, "unset_shfl_down", UNSET(SET, X, "g.shfl_down(v, 1)", "g.thread_rank() + 1 <= (g.num_members() - 1) / 2"),
      set_above);
  add(list, "unset_shfl_up", UNSET(SET, X, "g.shfl_up(v, 1)", "g.thread_rank() - 1 <= (g.num_members() - 1) / 2"),
      set_below);
  if (is_tile)
    add(list, "unset_shfl_xor",
        UNSET(SET, X, "g.shfl_xor(v, 1)",
              "((g.thread_rank() ^ 1) < g.num_members() && (g.thread_rank() ^ 1) <= (g.num_members() - 1) / 2)"),
        set_across);
  add(list, "unset_inclusive_scan", UNSET(SET, X, "cg::inclusive_scan(g, v, cg::less<uint>())", SET), scanned_set)->op =
      REF_MIN;
  add(list, "unset_exclusive_scan", UNSET(SET, X, "cg::exclusive_scan(g, v)", SET), scanned_set_before)->op = REF_ADD;
  add(list, "unset_reduce",
      UNSET(LAST, "~(own.branch >> 1)", "(uint)(cg::reduce(g, v, cg::bit_or<uint>()) == ~0u)", "1"), decided);
  add(list, "unset_any", UNSET(LAST, "own.a | 1", "(uint)(g.any((int)v) != 0)", "1"), decided);
  add(list, "unset_all", UNSET(LAST, "own.branch >> 1", "(uint)(g.all((int)v) == 0)", "1"), decided);
  if (has_sets)
    add(list, "unset_ballot", UNSET(SET, "own.a | 1", "(uint)(g.ballot((int)v) & 1)", "1"), balloted_set);
}

unsigned functions_of(const struct group_kind *kind, bool quick, struct function *functions) {
  struct list list = {functions, 0};
  char arguments[64];
  const bool is_tile = kind->tile && !kind->labels;
  add(&list, "ranks", "slot4(g.thread_rank(), g.num_members(), g.meta_group_rank(), g.meta_group_size())", ranks);
  if (kind->tile == 1)
    add(&list, "grid",
        "slot4(cg::this_grid().thread_rank(), cg::this_grid().size(), cg::this_grid().block_rank(), "
        "cg::this_grid().num_blocks() + 0 * g.size())",
        counted)
        ->needs_groups = true;
  add(&list, "shfl_up", "slot_of(g.shfl_up((uint)own.x.words[0], " DISTANCE "))", from_below);
  add(&list, "shfl_down", "slot_of(g.shfl_down((uint)own.x.words[0], " DISTANCE "))", from_above);
  add(&list, "shfl_up_by_constants", CONSTANTS(shfl_up), from_below_by_constants);
  add(&list, "shfl_down_by_constants", CONSTANTS(shfl_down), from_above_by_constants);
  if (is_tile) {
    char call[128];
    snprintf(call, sizeof call, "slot_of(g.shfl_xor((uint)own.x.words[0], own.a %% %u))", 2 * kind->tile);
    add(&list, "shfl_xor", call, exchanged);
    add(&list, "shfl_xor_by_constants", CONSTANTS(shfl_xor), exchanged_by_constants);
  }
  add(&list, "any", "slot_of((uint)(g.any(own.a % 2 ? 4 : 0) != 0))", voted_any);
  add(&list, "all", "slot_of((uint)(g.all(own.a % 2 ? 4 : 0) != 0))", voted_all);
  if (kind->tile <= 64) {
    add(&list, "ballot", "slot_of((ulong)g.ballot(own.a % 2))", ballot);
    add(&list, "match_any", "slot_of((ulong)g.match_any(own.a % 4))", matched);
    add(&list, "match_any_ulong", "slot_of((ulong)g.match_any((ulong)(own.a % 4) << 40))", matched);
    add(&list, "match_all", "matched_all(g, own.a % 2)", all_matched);
  }
  add(&list, "invoke_one", "invoked(g, (uint)own.x.words[0])", invoked);
  add(&list, "invoke_one_broadcast",
      "slot_of(cg::invoke_one_broadcast(g, [](uint v, uint b) { return v * 5 + b; }, (uint)own.x.words[0], own.a))",
      invoked_for_all);
  add_scans(&list, "default", "(uint)own.x.words[0]", NULL, REF_ADD);
  for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++) {
    snprintf(arguments, sizeof arguments, "(uint)own.x.words[0], cg::%s<uint>()", operators[i].name);
    add_scans(&list, operators[i].name, arguments, NULL, operators[i].op);
  }
  /* All types with some of the groups; through much memory few. */
  const bool every_type = !quick && (kind->tile == 0 || kind->tile == 8 || kind->tile == 32);
  for (unsigned t = 0; t < COMPOSED; t++)
    if (every_type ? kind->divergence != TURNS
                   : t == 3 || t == 5 || (t == BYTES12 && kind->tile == 2) || (t == BYTES9 && kind->tile == 256))
      add_composed(&list, t);
  add_captured(&list);
  add_unset(&list, is_tile, kind->tile <= 64);
  return list.count;
}

static const char head[] =
    "#include <clgroup/cooperative_groups.h>\n"
    "namespace cg = cooperative_groups;\n"
    "struct value { ulong words[4]; };\n"
    "struct item { value x; uint a, branch; };\n"
    "struct slot { ulong words[4]; };\n"
    "template <class T> slot slot_of(T x) { slot s = {}; cg::clgroup::__copy<sizeof x>(&s, &x); return s; }\n"
    "slot slot4(ulong a, ulong b, ulong c, ulong d) { return slot{{a, b, c, d}}; }\n"
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
    "template <class G> slot matched_all(const G &g, uint x) {\n"
    "  int all = 7;\n"
    "  ulong set = g.match_all(x, all);\n"
    "  return slot4(set, all != 0, 0, 0);\n"
    "}\n"
    "template <class G> slot invoked(const G &g, uint x) {\n"
    "  uint hit = 0;\n"
    "  cg::invoke_one(g, [&hit](uint v) { hit = v; }, x);\n"
    "  return slot_of(hit);\n"
    "}\n";

char *functions_text(const struct group_kind *kind, const struct function *functions, unsigned count) {
  char *text = NULL;
  text_add(&text, "%s", head);
  for (unsigned i = 0; i < count; i++) {
    text_add(&text,
             "kernel void %s(global const item *in, global slot *out, uint items, global const uint *shared) {\n"
             "  size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + "
             "get_global_id(0);\n"
             "  uint group = (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + "
             "get_group_id(0));\n"
             "  const item own = in[i];\n"
             "  const matrix<uint> between = {3, shared[group], 1, 5};\n"
             "  slot result;\n",
             functions[i].name);
    const char *make = kind->make, *call = functions[i].call;
    if (kind->divergence == ARMS)
      text_add(&text, "  if (own.branch) { auto g = %s; result = %s; }\n  else", make, call);
    if (kind->divergence == TURNS)
      text_add(&text, "  for (uint turn = 0; turn <= cg::this_thread_block().thread_rank() / %u %% 2; turn++)",
               kind->tile);
    text_add(&text, "  { auto g = %s; result = %s; }\n", make, call);
    text_add(&text,
             "  out[%d + i] = result;\n"
             "  (void)between;\n"
             "#ifdef __clgroup_sub_groups\n"
             "  out[%d + items + i] = slot4((ulong)get_sub_group_id() << 32 | get_sub_group_local_id(), 0, 0, 0);\n"
             "#endif\n"
             "}\n",
             LAUNCH_GUARD, LAUNCH_GUARD);
  }
  return text;
}
