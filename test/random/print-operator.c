/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of operators, and what they need: <clgroup/operator.h> for each operator and type, or plain functions. */
#include "interpret.h"
#include "print.h"

#include <string.h>

/* A row of operators, and a call of it, if it is about one. */
struct use {
  struct operator_row row;
  const struct expression *e;
};

static bool has_items(const struct expression *e) {
  return e->index >= OVER_ITEMS && e->index <= OVER_ITEMS_AFTER;
}

static bool starts(const struct expression *e) {
  return e->index == OVER_ITEMS_FROM || e->index == OVER_ITEMS_AFTER;
}

static bool ends_with_rows(const struct printer *o, const struct expression *e) {
  return o->p->limits.lanes.in_rows && e->index == OVER_TILE && e->value <= o->p->limits.lanes.promise;
}

static const char *identity_of(struct printer *o, const struct operator_row *row) {
  if (row->parts == 2 || ref_is_float(row->component))
    return row->parts == 2 ? "{1, 0}" : "0";
  return text_of(o, "(%s)%lluUL", row->type, (unsigned long long)operators_identity(row).part[0].i);
}

/* The counter of the members alone: behind those of smaller tiles, at the place of the first. */
static const char *own_counter_of(struct printer *o, const struct expression *e) {
  const char *first = e->index == OVER_GROUP
                          ? text_of(o, "grp_() * %s", print_full_size(o))
                          : text_of(o, "(at - %s %% %uu)", ends_with_rows(o, e) ? "get_local_id(0)" : print_rank(o),
                                    (unsigned)e->value);
  return text_of(o, "(volatile global %s *)own + %uu * tot + %s", ref_type_name(e->type), counter_row(e), first);
}

/* Who takes part, for a plain function: tiles of so many, in rows of so many. */
static const char *members_of(struct printer *o, const struct expression *e) {
  const unsigned lanes = e->index == OVER_TILE ? (unsigned)e->value : o->p->limits.lanes.size;
  return text_of(o, "%s, %s, %u, s_",
                 e->index != OVER_TILE && e->index < OVER_ACTIVE ? "lsz_()" : text_of(o, "%uu", lanes),
                 ends_with_rows(o, e) ? "(uint)get_local_size(0)" : "lsz_()", e->what);
}

static const char *use_word(void *printer, const void *data, char letter) {
  static const char *const families[SCOPES] = {"tile_", "work_group_", "",           "",
                                               "",      "coalesced_",  "sub_group_", "sub_group_non_uniform_"};
  static const char *const scopes[] = {"items", "from", "after"}, *const ends[] = {"", "from_", "after_"};
  struct printer *o = printer;
  const struct use *use = data;
  const struct operator_row *row = &use->row;
  const struct expression *e = use->e;
  const bool pair = row->parts == 2;
  switch (letter) {
  case 'n': /* of the operator: its name, type, and identity; what tells its helpers apart */
    return row->name;
  case 't':
    return row->type;
  case 'i':
    return identity_of(o, row);
  case 'l':
    return pair ? row->type : text_of(o, "%s_%s", row->name, row->type);
  case 'y': /* the type of its parts, in OpenCL C, as stored, and as computed with */
    return ref_type_name(row->component);
  case 'p':
    return row->type + strlen("map_");
  case 'w':
    return row->component == REF_ULONG || row->component == REF_LONG ? "ulong" : "uint";
  case 'W': /* of the call: what it does, who takes part */
    return work_group_names[e->what];
  case 'F':
    return families[e->index];
  case 'E':
    return ends[e->index - OVER_ITEMS];
  case 'N': /* the function for several items */
    return text_of(o, "%s_%s_%s_%u_%u(", scopes[e->index - OVER_ITEMS], work_group_names[e->what],
                   use_word(o, data, 'l'), (unsigned)e->value, e->style / 2);
  case 'm':
    return members_of(o, e);
  case 'M':
    return e->index == OVER_TILE ? text_of(o, ", %u", (unsigned)e->value) : "";
  case 'x': /* the item, the start, the scratch of plain functions, and the part of the result */
    return pair ? text_of(o, "make_%s(%s, %s)", row->type, expression_of(o, e->operands[0]),
                          expression_of(o, e->operands[1]))
                : expression_of(o, e->operands[0]);
  case 'S':
    return starts(e) ? text_of(o, ", %s", expression_of(o, e->operands[row->parts])) : "";
  case 's':
    return o->plain ? ", s_" : "";
  case 'A':
    return !pair ? "" : e->style % 2 ? ".b" : ".a";
  case 'c': /* the number of items, and which is wanted */
    return text_of(o, "%u", (unsigned)e->value);
  case 'k':
    return text_of(o, "%u", e->style / 2);
  case 'o': /* counters */
    return own_counter_of(o, e);
  case 'a':
    return text_of(o, "%u", counter_of_all(e));
  default:
    return text_of(o, "%u", counter_of_all(e) + 1);
  }
}

static const char *used(struct printer *o, const char *text, const struct use *use) {
  return pile_expand(o->texts, text, use_word, o, use);
}

const char *operator_call_of(struct printer *o, const struct expression *e) {
  const struct use use = {operators_row(e->by), e};
  return used(o, has_items(e) ? "($y)$N$x$S$s)$A" : o->plain ? "($y)plain_$l($x, $m)$A" : "($y)$F$W_$n($x$M)$A", &use);
}

const char *counter_update_of(struct printer *o, const struct statement *s) {
  const struct expression *e = s->expressions[0];
  const struct use use = {operators_row(e->by), e};
  const char *to = "";
  if (s->kind == ADD_UP && e->what == REDUCE)
    return used(o,
                o->plain ? "atomic_$n((volatile global $t *)all + $a, $x);\n"
                         : "$Freduce_update_$n((volatile global $t *)all + $a, $x$M);\n",
                &use);
  if (s->kind == ADD_UP)
    return used(o,
                o->plain
                    ? "{ const uint t = $x; atomic_add(all + $b, t * atomic_add(all + $a, t)); }\n"
                    : "{ const uint t = $x; atomic_add(all + $b, t * $Fscan_exclusive_update_add(all + $a, t$M)); }\n",
                &use);
  if (e->what != REDUCE)
    to = s->style ? text_of(o, "o%s[%u * tot + at] = ", print_suffixes[e->type], s->index)
                  : text_of(o, "v%u = ", s->index);
  return text_of(o, "%s%s", to, used(o, o->plain ? "fetch_$l($o, $x, $m);\n" : "$F$W_update_$n($o, $x$M);\n", &use));
}

/* The operator as a function, and the k-th item of a work-item. */
static const char *operator_of(struct printer *o, const struct use *use) {
  static const char *const symbols[] = {"+", "", "", "*", "&", "|", "^"};
  const struct operator_row *row = &use->row;
  const bool is_float = ref_is_float(row->component);
  if (row->parts == 2)
    return used(
        o,
        "typedef struct { $p a, b; } $t;\n"
        "$t make_$t($w a, $w b) { $t f = {($p)(a | 1), ($p)b}; return f; }\n"
        "$t step_$t($t f, uint k) { f.a = ($p)(f.a + 2 * k); f.b = ($p)(f.b ^ k); return f; }\n"
        "$t join_$t($t f, $t g) {\n  $t h = {($p)(($w)f.a * g.a), ($p)(($w)f.b * g.a + g.b)};\n  return h;\n}\n",
        use);
  const char *step = is_float ? "$t step_$l($t x, uint k) { return x + ($t)k; }\n"
                              : "$t step_$l($t x, uint k) { return ($t)(($w)x + 3 * k); }\n";
  const char *join = row->by == OPERATORS               ? "b != 0 ? b : a"
                     : row->by == MIN || row->by == MAX ? "$n(a, b)"
                     : is_float                         ? "a + b"
                                                        : text_of(o, "($t)(($w)a %s ($w)b)", symbols[row->by]);
  return used(o, text_of(o, "%s$t join_$l($t a, $t b) { return %s; }\n", step, join), use);
}

static const char *inclusion_of(struct printer *o, const struct use *use, bool calls_back) {
  return text_of(o, "%s%s%s",
                 calls_back ? used(o,
                                   "$t prefix_$l($t state, $t sum) {\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                   "  return join_$l(state, sum);\n}\n"
                                   "#define CLGROUP_PREFIX(state, sum) prefix_$l(state, sum)\n"
                                   "#define CLGROUP_PREFIX_TYPE $t\n",
                                   use)
                            : "",
                 use->row.by == OPERATORS
                     ? used(o, "#define CLGROUP_COMBINE(a, b) join_$l(a, b)\n#define CLGROUP_IDENTITY $i\n", use)
                     : "",
                 used(o, "#define CLGROUP_OPERATOR $n\n#define CLGROUP_TYPE $t\n#include <clgroup/operator.h>\n", use));
}

/* What tile_ and work_group_ functions give, in the simplest way: 0 a reduce, 1 an inclusive scan, 2 an exclusive one.
 */
static const char *plain_functions_of(struct printer *o, const struct use *use) {
  const char *plain =
      used(o,
           "$t plain_$l($t x, uint width, uint row, int what, local ulong *s_) {\n"
           "  local $t *s = (local $t *)s_;\n  const uint r = rank_(), in = r % row, first = r - in % width;\n"
           "  const uint whole = min(min(first + width, r - in + row), lsz_());\n"
           "  const uint end = what == 0 ? whole : what == 1 ? r + 1u : r;\n  $t sum = $i;\n"
           "  s[r] = x;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  for (uint i = first; i < end; i++)\n    sum = i == first ? s[i] : join_$l(sum, s[i]);\n"
           "  barrier(CLK_LOCAL_MEM_FENCE);\n  return sum;\n}\n",
           use);
  if (!use->row.has_atomic)
    return plain;
  return text_of(
      o, "%s%s", plain,
      used(o,
           "$t fetch_$l(volatile global $t *p, $t x, uint width, uint row, int what, local ulong *s_) {\n"
           "  local $t *s = (local $t *)s_;\n  const uint r = rank_(), in = r % row, first = r - in % width;\n"
           "  const $t before = plain_$l(x, width, row, 2, s_), sum = plain_$l(x, width, row, 0, s_);\n"
           "  if (r == first)\n    s[r] = atomic_$n(p, sum);\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  $t old = s[first];\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  if (r != first)\n    old = join_$l(old, before);\n  return what == 1 ? join_$l(old, x) : old;\n}\n",
           use));
}

/* A function for a call with several items, of which it picks one, or their sum. */
static void print_items_function(const struct expression *e, void *printer) {
  struct printer *o = printer;
  if (e->kind != OPERATOR_CALL || !has_items(e))
    return;
  const struct use use = {operators_row(e->by), e};
  if (strstr(o->out.data, used(o, "$N", &use)))
    return;
  const bool begins = starts(e);
  const char *ahead = !begins ? "" : "  const $t ahead = start;\n";
  if (e->index == OVER_ITEMS_AFTER)
    ahead = "  const $t ahead = join_$l(start, sum);\n";
  const char *parts[] = {
      "$t $N$t x",
      begins ? ", $y start_" : "",
      o->plain ? ", local ulong *s_) {\n" : ") {\n",
      !begins              ? ""
      : use.row.parts == 2 ? "  const $t start = make_$t(start_, start_);\n"
                           : "  const $t start = start_;\n",
      "  $t items[$c];\n  for (uint k = 0; k < $c; k++)\n    items[k] = step_$l(x, k);\n",
      !o->plain ? "  const $t sum = work_group_$W_items_$E$n(items, $c"
                : "  $t fold = items[0];\n  for (uint k = 1; k < $c; k++)\n    fold = join_$l(fold, items[k]);\n"
                  "  $t before = plain_$l(fold, lsz_(), lsz_(), 2, s_), sum = plain_$l(fold, lsz_(), lsz_(), 0, s_);\n",
      !o->plain ? (begins ? ", start);\n" : ");\n") : ahead,
      o->plain && begins ? "  before = rank_() ? join_$l(ahead, before) : ahead;\n  sum = join_$l(ahead, sum);\n" : "",
      !o->plain ? ""
      : begins  ? "  for (uint k = 0; k < $c; k++) {\n    const $t through = "
                : "  for (uint k = 0; k < $c; k++) {\n    const $t through = rank_() == 0 && k == 0 ? items[k] : ",
      !o->plain                   ? ""
      : e->what == SCAN_EXCLUSIVE ? "join_$l(before, items[k]);\n    items[k] = before;\n    before = through;\n  }\n"
                                  : "join_$l(before, items[k]);\n    items[k] = through;\n    before = through;\n  }\n",
      e->style / 2 < e->value ? "  return items[$k];\n}\n" : "  return sum;\n}\n",
  };
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
    print_text(o, "%s", used(o, parts[i], &use));
}

/* Of each operator that the program's calls name: it, and whether a callback goes with it. */
struct rows {
  bool named[OPERATOR_ROWS], calls_back[OPERATOR_ROWS];
};

static void look_for_rows(const struct expression *e, void *data) {
  struct rows *rows = data;
  if (e->kind == OPERATOR_CALL) {
    rows->named[e->by] = true;
    rows->calls_back[e->by] |= e->index == OVER_ITEMS_AFTER;
  }
}

void print_operators(struct printer *o) {
  struct rows rows = {{false}, {false}};
  program_visit(o->p, NULL, look_for_rows, &rows);
  for (unsigned k = 0; k < OPERATOR_ROWS; k++) {
    const struct use use = {operators_row(k), NULL};
    if (rows.named[k])
      print_text(o, "%s%s", operator_of(o, &use),
                 o->plain ? plain_functions_of(o, &use) : inclusion_of(o, &use, rows.calls_back[k]));
  }
  program_visit(o->p, NULL, print_items_function, o);
}
