/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of operators, computed for all work-items of a work-group at once. */
#include "interpret.h"

#include <string.h>

/* Where the lanes are that a call is about: tiles as wide as a sub-group's promise, and all smaller groups. */
static size_t set_of(const struct group *g, const struct expression *e, size_t rank) {
  const struct lanes *lanes = &g->p->limits.lanes;
  const bool is_tile = e->index == OVER_TILE, are_lanes = !is_tile || e->value <= lanes->promise;
  const size_t width = is_tile ? e->value : lanes->size ? lanes->size : 1, row = g->local[0];
  if (e->index != OVER_TILE && e->index < OVER_ACTIVE)
    return 0;
  return are_lanes && lanes->in_rows ? rank / row * (row / width + 1) + rank % row / width : rank / width;
}

/* The members of a call from `first` on that are active, the last one's rank + 1 and the first one's own; false where
 * there are no more. */
static bool next_set(const struct group *g, const struct expression *e, const bool *active, size_t *first,
                     size_t *end) {
  size_t at = *end;
  while (at < g->n && active && !active[at])
    at++;
  *first = at;
  for (*end = at; *end < g->n && set_of(g, e, *end) == set_of(g, e, at); ++*end)
    if (active && !active[*end] && (e->index < OVER_ACTIVE || e->index == OVER_SUB_GROUP))
      illegal("a call of a tile that some of it do not make");
  /* All of a tile must make the call, so the item before the first active one is in another tile. */
  if (at < g->n && at && (e->index < OVER_ACTIVE || e->index == OVER_SUB_GROUP) &&
      set_of(g, e, at - 1) == set_of(g, e, at))
    illegal("a call of a tile that its first ones do not make");
  return at < g->n;
}

struct call {
  const struct expression *e;
  struct operator_row o;
  union value *const *x; /* the operands */
};

static struct item item_of(const struct call *c, size_t rank, unsigned k) {
  return operators_item(&c->o, c->x[0][rank], c->x[c->o.parts - 1][rank], k);
}

static void add(const struct call *c, struct item *sum, bool *any, struct item x) {
  *sum = *any ? operators_combine(&c->o, *sum, x) : x;
  *any = true;
}

static bool starts(const struct expression *e) {
  return e->index == OVER_ITEMS_FROM || e->index == OVER_ITEMS_AFTER;
}

/* The value that a scan starts with, before all items of the work-group. */
static struct item start_of(const struct call *c, size_t n, bool *any) {
  const unsigned last = c->e->count - 1, items = (unsigned)c->e->value;
  struct item start = operators_identity(&c->o);
  if (!starts(c->e))
    return start;
  start = operators_item(&c->o, c->x[last][0], c->x[last][0], 0);
  *any = true;
  for (size_t r = 0; c->e->index == OVER_ITEMS_AFTER && r < n; r++)
    for (unsigned k = 0; k < items; k++)
      start = operators_combine(&c->o, start, item_of(c, r, k));
  return start;
}

/* Runs the call for the members from `first` up to `end`. */
static void run_set(const struct group *g, const struct call *c, const bool *active, size_t first, size_t end,
                    union value *out) {
  const bool has_items = c->e->index >= OVER_ITEMS && c->e->index <= OVER_ITEMS_AFTER;
  const unsigned items = has_items ? (unsigned)c->e->value : 1, part = c->e->style % 2;
  const unsigned wanted = has_items ? c->e->style / 2 : c->e->what == REDUCE ? 1 : 0;
  bool any = false;
  struct item sum = start_of(c, g->n, &any);
  for (size_t r = first; r < end; r++)
    for (unsigned k = 0; k < items && (!active || active[r]); k++) {
      const struct item before = sum;
      add(c, &sum, &any, item_of(c, r, k));
      if (k == wanted)
        out[r] = (c->e->what == SCAN_EXCLUSIVE ? before : sum).part[part];
    }
  for (size_t r = first; wanted == items && r < end; r++)
    out[r] = sum.part[part];
}

static struct call call_of(const struct group *g, const struct expression *e, union value *const *x) {
  if (starts(e))
    check_uniform(g, e->operands[e->count - 1], x[e->count - 1]);
  return (struct call){e, operators_row(e->by), x};
}

void operator_call(struct group *g, const struct expression *e, const bool *active, union value *const *x,
                   union value *out) {
  const struct call c = call_of(g, e, x);
  size_t first, end = 0;
  memset(out, 0, g->n * sizeof *out); /* those that are not active compute on */
  while (next_set(g, e, active, &first, &end))
    run_set(g, &c, active, first, end, out);
}

unsigned counter_row(const struct expression *e) {
  unsigned log = 0;
  while (e->index == OVER_TILE && e->value >> log > 1)
    log++;
  return e->index == OVER_TILE ? log : e->what == REDUCE ? OWN_ROWS - 1 : OWN_ROWS - 2;
}

unsigned counter_of_all(const struct expression *e) {
  const struct operator_row o = operators_row(e->by);
  return e->what == REDUCE ? 2 * o.by + (o.component == REF_UINT) - 2 * (o.by > MUL) : ALL_COUNTERS - 2;
}

static union value load_counter(const struct case_argument *counters, enum ref_type type, size_t at) {
  union value v = value_load(counters, counters->expected, at);
  v.i = value_wrap(type, v.i);
  return v;
}

/* An update of a counter whose order is known. The counter holds what earlier updates left; all take the members in the
 * same order. */
static void fetch(struct group *g, struct frame *f, const struct statement *s, const struct call *c,
                  const bool *active) {
  const struct expression *e = c->e;
  struct case_argument *own = &g->launch->arguments[g->launch->argument_count - COUNTER_BUFFERS];
  union value *results = values(g, 1);
  size_t first, end = 0;
  while (next_set(g, e, active, &first, &end)) {
    const size_t at = counter_row(e) * g->total + g->first + first;
    struct item sum = {{load_counter(own, c->o.component, at)}};
    for (size_t r = first; r < end; r++) {
      const struct item before = sum;
      sum = operators_combine(&c->o, sum, item_of(c, r, 0));
      results[r] = (e->what == SCAN_EXCLUSIVE ? before : sum).part[0];
    }
    value_store(own, at, sum.part[0]);
  }
  if (e->what != REDUCE && s->style)
    store(g, s->index, e->type, active, results);
  else if (e->what != REDUCE)
    take(g, f->f->variables[s->index].is, active, f->variables[s->index], results);
}

/* Updates of a counter in any order. Each result is multiplied by the member's own value: the sum of these products
 * does not depend on the order. */
static void add_up(struct group *g, const struct call *c, const bool *active) {
  struct case_argument *all = &g->launch->arguments[g->launch->argument_count - 1];
  const unsigned at = counter_of_all(c->e);
  size_t first, end = 0;
  while (next_set(g, c->e, active, &first, &end))
    for (size_t r = first; r < end; r++) {
      if (active && !active[r])
        continue;
      const struct item x = item_of(c, r, 0), before = {{load_counter(all, c->o.component, at)}};
      value_store(all, at, operators_combine(&c->o, before, x).part[0]);
      if (c->e->what != REDUCE) {
        union value products = load_counter(all, REF_UINT, at + 1);
        products.i += x.part[0].i * before.part[0].i;
        value_store(all, at + 1, products);
      }
    }
}

void update_counter(struct group *g, struct frame *f, const struct statement *s, const bool *active) {
  const struct expression *e = s->expressions[0];
  union value *const x = values(g, 1);
  if (e->calls && !all_active(g, active))
    illegal("an update by the work-group in divergent control flow");
  evaluate(g, f, e->operands[0], active, x);
  const struct call c = call_of(g, e, &x);
  if (s->kind == FETCH)
    fetch(g, f, s, &c, active);
  else
    add_up(g, &c, active);
}
