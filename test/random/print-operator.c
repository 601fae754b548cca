/* Calls of operators, and what they need: <clgroup/operator.h> for each operator and type, or plain functions. */
#include "operators.h"
#include "print.h"

#include <stdio.h>
#include <string.h>

/* What tells an operator's helpers apart: its name and type, or that of the maps. */
struct label {
  char text[24];
};

static struct label label_of(const struct operator_row *o) {
  struct label l;
  snprintf(l.text, sizeof l.text, "%s%s%s", o->parts == 2 ? "" : o->name, o->parts == 2 ? "" : "_", o->type);
  return l;
}

static bool has_items(const struct expression *e) {
  return e->index >= OVER_ITEMS && e->index <= OVER_ITEMS_AFTER;
}

static bool ends_with_rows(const struct printer *o, const struct expression *e) {
  return o->p->lanes.in_rows && e->index == OVER_TILE && e->value <= o->p->lanes.promise;
}

/* Who takes part, for a plain function: tiles of so many, in rows of so many. */
static const char *members_of(struct printer *o, const struct expression *e) {
  const unsigned lanes = e->index == OVER_TILE ? (unsigned)e->value : o->p->lanes.size;
  return text_of(o, "%s, %s, %u, s_",
                 e->index != OVER_TILE && e->index < OVER_ACTIVE ? "lsz_()" : text_of(o, "%uu", lanes),
                 ends_with_rows(o, e) ? "(uint)get_local_size(0)" : "lsz_()", e->what);
}

static const char *item_of(struct printer *o, const struct expression *e, const struct operator_row *row) {
  const char *first = expression_of(o, e->operands[0]);
  return row->parts == 2 ? text_of(o, "make_%s(%s, %s)", row->type, first, expression_of(o, e->operands[1])) : first;
}

static const char *items_name_of(struct printer *o, const struct expression *e, const struct operator_row *row) {
  static const char *const scopes[] = {"items", "from", "after"};
  return text_of(o, "%s_%s_%s_%u_%u(", scopes[e->index - OVER_ITEMS], work_group_names[e->what], label_of(row).text,
                 (unsigned)e->value, e->style / 2);
}

static const char *const families[SCOPES] = {"tile_", "work_group_", "",           "",
                                             "",      "coalesced_",  "sub_group_", "sub_group_non_uniform_"};

const char *operator_call_of(struct printer *o, const struct expression *e) {
  const struct operator_row row = operators_row(e->by);
  const char *item = item_of(o, e, &row), *part = row.parts < 2 ? "" : e->style % 2 ? ".b" : ".a", *call;
  if (has_items(e))
    call = text_of(o, "%s%s%s%s%s", items_name_of(o, e, &row), item, e->index != OVER_ITEMS ? ", " : "",
                   e->index != OVER_ITEMS ? expression_of(o, e->operands[row.parts]) : "", o->plain ? ", s_" : "");
  else if (o->plain)
    call = text_of(o, "plain_%s(%s, %s", label_of(&row).text, item, members_of(o, e));
  else
    call = text_of(o, "%s%s_%s(%s%s", families[e->index], work_group_names[e->what], row.name, item,
                   e->index == OVER_TILE ? text_of(o, ", %u", (unsigned)e->value) : "");
  return text_of(o, "(%s)%s)%s", ref_type_name(e->type), call, part);
}

/* The counter of the members alone: behind those of smaller tiles, at the place of the first. */
static const char *own_counter_of(struct printer *o, const struct expression *e) {
  const char *first = e->index == OVER_GROUP
                          ? text_of(o, "grp_() * %s", print_full_size(o))
                          : text_of(o, "(at - %s %% %uu)", ends_with_rows(o, e) ? "get_local_id(0)" : print_rank(o),
                                    (unsigned)e->value);
  return text_of(o, "(volatile global %s *)own + %uu * tot + %s", ref_type_name(e->type), counter_row(e), first);
}

void print_counter_update(struct printer *o, const struct statement *s) {
  const struct expression *e = s->expressions[0];
  const struct operator_row row = operators_row(e->by);
  const char *members = e->index == OVER_TILE ? text_of(o, ", %u", (unsigned)e->value) : "";
  const char *x = expression_of(o, e->operands[0]);
  if (s->kind == FETCH) {
    if (e->what != REDUCE && s->style)
      print_text(o, "o%s[%u * tot + at] = ", print_suffixes[e->type], s->index);
    else if (e->what != REDUCE)
      print_text(o, "v%u = ", s->index);
    if (o->plain)
      print_text(o, "fetch_%s(%s, %s, %s);\n", label_of(&row).text, own_counter_of(o, e), x, members_of(o, e));
    else
      print_text(o, "%s%s_update_%s(%s, %s%s);\n", families[e->index], work_group_names[e->what], row.name,
                 own_counter_of(o, e), x, members);
    return;
  }
  const unsigned at = counter_of_all(e);
  if (e->what == REDUCE) {
    if (o->plain)
      print_text(o, "atomic_%s(", row.name);
    else
      print_text(o, "%sreduce_update_%s(", families[e->index], row.name);
    print_text(o, "(volatile global %s *)all + %u, %s%s);\n", row.type, at, x, o->plain ? "" : members);
    return;
  }
  print_text(o, "{ const uint t = %s; atomic_add(all + %u, t * ", x, at + 1);
  if (o->plain)
    print_text(o, "atomic_add(all + %u, t)); }\n", at);
  else
    print_text(o, "%sscan_exclusive_update_add(all + %u, t%s)); }\n", families[e->index], at, members);
}

/* The operator as a function, and the k-th item of a work-item. */
static void print_operator(struct printer *o, const struct operator_row *row) {
  const struct label label = label_of(row);
  const char *t = row->type, *l = label.text;
  const char *word = row->component == REF_ULONG || row->component == REF_LONG ? "ulong" : "uint";
  if (row->parts == 2) {
    const char *part = t + strlen("map_");
    print_text(o, "typedef struct { %s a, b; } %s;\n", part, t);
    print_text(o, "%s make_%s(%s a, %s b) { %s f = {(%s)(a | 1), (%s)b}; return f; }\n", t, t, word, word, t, part,
               part);
    print_text(o, "%s step_%s(%s f, uint k) { f.a = (%s)(f.a + 2 * k); f.b = (%s)(f.b ^ k); return f; }\n", t, t, t,
               part, part);
    print_text(o,
               "%s join_%s(%s f, %s g) {\n  %s h = {(%s)((%s)f.a * g.a), (%s)((%s)f.b * g.a + g.b)};\n  return h;\n"
               "}\n",
               t, t, t, t, t, part, word, part, word);
    return;
  }
  if (ref_is_float(row->component))
    print_text(o, "%s step_%s(%s x, uint k) { return x + (%s)k; }\n", t, l, t, t);
  else
    print_text(o, "%s step_%s(%s x, uint k) { return (%s)((%s)x + 3 * k); }\n", t, l, t, t, word);
  print_text(o, "%s join_%s(%s a, %s b) { return ", t, l, t, t);
  static const char *const symbols[] = {"+", "", "", "*", "&", "|", "^"};
  if (row->by == OPERATORS)
    print_text(o, "b != 0 ? b : a");
  else if (row->by == MIN || row->by == MAX)
    print_text(o, "%s(a, b)", row->name);
  else if (ref_is_float(row->component))
    print_text(o, "a + b");
  else
    print_text(o, "(%s)((%s)a %s (%s)b)", t, word, symbols[row->by], word);
  print_text(o, "; }\n");
}

static void print_identity(struct printer *o, const struct operator_row *row) {
  const union value one = operators_identity(row).part[0];
  if (row->parts == 2)
    print_text(o, "{1, 0}");
  else if (ref_is_float(row->component))
    print_text(o, "0");
  else
    print_text(o, "(%s)%lluUL", row->type, (unsigned long long)one.i);
}

static void print_inclusion(struct printer *o, const struct operator_row *row, bool calls_back) {
  const struct label label = label_of(row);
  const char *l = label.text;
  if (calls_back) {
    print_text(o, "%s prefix_%s(%s state, %s sum) {\n", row->type, l, row->type, row->type);
    print_text(o, "  barrier(CLK_LOCAL_MEM_FENCE);\n  return join_%s(state, sum);\n}\n", l);
    print_text(o, "#define CLGROUP_PREFIX(state, sum) prefix_%s(state, sum)\n#define CLGROUP_PREFIX_TYPE %s\n", l,
               row->type);
  }
  if (row->by == OPERATORS) {
    print_text(o, "#define CLGROUP_COMBINE(a, b) join_%s(a, b)\n#define CLGROUP_IDENTITY ", l);
    print_identity(o, row);
    print_text(o, "\n");
  }
  print_text(o, "#define CLGROUP_OPERATOR %s\n#define CLGROUP_TYPE %s\n#include <clgroup/operator.h>\n", row->name,
             row->type);
}

/* What tile_ and work_group_ functions give, in the simplest way: 0 a reduce, 1 an inclusive scan, 2 an exclusive one.
 */
static void print_plain_functions(struct printer *o, const struct operator_row *row) {
  const struct label label = label_of(row);
  const char *t = row->type, *l = label.text;
  print_text(o, "%s plain_%s(%s x, uint width, uint row, int what, local ulong *s_) {\n", t, l, t);
  print_text(o,
             "  local %s *s = (local %s *)s_;\n  const uint r = rank_(), in = r %% row, first = r - in %% width;\n"
             "  const uint whole = min(min(first + width, r - in + row), lsz_());\n"
             "  const uint end = what == 0 ? whole : what == 1 ? r + 1u : r;\n  %s sum = ",
             t, t, t);
  print_identity(o, row);
  print_text(o,
             ";\n  s[r] = x;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  for (uint i = first; i < end; i++)\n    sum = i == first ? s[i] : join_%s(sum, s[i]);\n"
             "  barrier(CLK_LOCAL_MEM_FENCE);\n  return sum;\n}\n",
             l);
  if (!row->has_atomic)
    return;
  print_text(o, "%s fetch_%s(volatile global %s *p, %s x, uint width, uint row, int what, local ulong *s_) {\n", t, l,
             t, t);
  print_text(o,
             "  local %s *s = (local %s *)s_;\n  const uint r = rank_(), in = r %% row, first = r - in %% width;\n"
             "  const %s before = plain_%s(x, width, row, 2, s_), sum = plain_%s(x, width, row, 0, s_);\n"
             "  if (r == first)\n    s[r] = atomic_%s(p, sum);\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  %s old = s[first];\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  if (r != first)\n    old = join_%s(old, before);\n  return what == 1 ? join_%s(old, x) : old;\n}\n",
             t, t, t, l, l, row->name, t, l, l);
}

/* A function for a call with several items, of which it picks one, or their sum. */
static void print_items_function(struct printer *o, const struct expression *e) {
  const struct operator_row row = operators_row(e->by);
  const struct label label = label_of(&row);
  const char *t = row.type, *l = label.text;
  const unsigned count = (unsigned)e->value, wanted = e->style / 2;
  const bool starts = e->index != OVER_ITEMS, excludes = e->what == SCAN_EXCLUSIVE;
  const char *name = items_name_of(o, e, &row);
  if (!strstr(o->out.data, name)) {
    print_text(o, "%s %s%s x", t, name, t);
    if (starts)
      print_text(o, ", %s start_", ref_type_name(row.component));
    print_text(o, o->plain ? ", local ulong *s_) {\n" : ") {\n");
    if (starts)
      print_text(o, row.parts == 2 ? "  const %s start = make_%s(start_, start_);\n" : "  const %s start = start_;\n",
                 t, t);
    print_text(o, "  %s items[%u];\n  for (uint k = 0; k < %u; k++)\n    items[k] = step_%s(x, k);\n", t, count, count,
               l);
    if (o->plain) {
      print_text(o, "  %s fold = items[0];\n  for (uint k = 1; k < %u; k++)\n    fold = join_%s(fold, items[k]);\n", t,
                 count, l);
      print_text(o,
                 "  %s before = plain_%s(fold, lsz_(), lsz_(), 2, s_), sum = plain_%s(fold, lsz_(), lsz_(), 0, s_);\n",
                 t, l, l);
      if (starts)
        print_text(o, "  const %s ahead = %s%s%s;\n  before = rank_() ? join_%s(ahead, before) : ahead;\n", t,
                   e->index == OVER_ITEMS_FROM ? "start" : "join_", e->index == OVER_ITEMS_FROM ? "" : l,
                   e->index == OVER_ITEMS_FROM ? "" : "(start, sum)", l);
      if (starts)
        print_text(o, "  sum = join_%s(ahead, sum);\n", l);
      print_text(o,
                 "  for (uint k = 0; k < %u; k++) {\n"
                 "    const %s through = %sjoin_%s(before, items[k]);\n"
                 "    items[k] = %s;\n    before = through;\n  }\n",
                 count, t, starts ? "" : "rank_() == 0 && k == 0 ? items[k] : ", l, excludes ? "before" : "through");
    } else {
      static const char *const ends[] = {"", "from_", "after_"};
      print_text(o, "  const %s sum = work_group_%s_items_%s%s(items, %u%s);\n", t, work_group_names[e->what],
                 ends[e->index - OVER_ITEMS], row.name, count, starts ? ", start" : "");
    }
    if (wanted < count)
      print_text(o, "  return items[%u];\n}\n", wanted);
    else
      print_text(o, "  return sum;\n}\n");
  }
}

/* Of each operator that the program's calls name: it, and whether a callback goes with it. */
struct used {
  bool row[OPERATOR_ROWS], calls_back[OPERATOR_ROWS];
};

static void look_for_rows(const struct expression *e, void *data) {
  struct used *used = data;
  if (e->kind == OPERATOR_CALL) {
    used->row[e->by] = true;
    used->calls_back[e->by] |= e->index == OVER_ITEMS_AFTER;
  }
}

static void look_for_items(const struct expression *e, void *printer) {
  if (e->kind == OPERATOR_CALL && has_items(e))
    print_items_function(printer, e);
}

void print_operators(struct printer *o) {
  struct used used = {{false}, {false}};
  program_visit(o->p, NULL, look_for_rows, &used);
  for (unsigned k = 0; k < OPERATOR_ROWS; k++)
    if (used.row[k]) {
      const struct operator_row row = operators_row(k);
      print_operator(o, &row);
      if (o->plain)
        print_plain_functions(o, &row);
      else
        print_inclusion(o, &row, used.calls_back[k]);
    }
  program_visit(o->p, NULL, look_for_items, o);
}
