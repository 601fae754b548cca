/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of <clgroup/operator.h> and of the sub-group's functions: tiles, active lanes, several items, counters. */
#include "make.h"
#include "interpret.h"

static unsigned log2_of(unsigned width) {
  unsigned log = 0;
  while (width >> log > 1)
    log++;
  return log;
}

/* Who may make a call here. `calls`: all of the work-group; without it those that the maker's context says. */
static enum scope random_scope(struct maker *m, bool calls, const struct operator_row *o) {
  const struct lanes *lanes = &m->p->limits.lanes;
  const bool is_standard = o->by < OPERATORS;
  enum scope fit[SCOPES];
  unsigned count = 0;
  if (calls || (m->in.width > 1 && lanes->promise > 1))
    fit[count++] = OVER_TILE;
  if (calls && !is_standard)
    fit[count++] = OVER_GROUP;
  if (calls)
    fit[count++] = (enum scope)(OVER_ITEMS + make_below(m, 3));
  if (lanes->size && m->in.arm && lanes->has_active)
    fit[count++] = OVER_ACTIVE;
  if (lanes->size && m->in.width >= lanes->size && (!is_standard || o->by <= MAX))
    fit[count++] = OVER_SUB_GROUP;
  if (lanes->size && m->in.arm && lanes->has_active && is_standard)
    fit[count++] = OVER_NON_UNIFORM;
  return count ? fit[make_below(m, count)] : SCOPES;
}

/* A tile's width that this context allows. */
static unsigned random_width(struct maker *m, bool calls) {
  const unsigned most = calls                                      ? WIDTH_MOST
                        : m->in.width < m->p->limits.lanes.promise ? m->in.width
                                                                   : m->p->limits.lanes.promise;
  const unsigned width = 1u << make_below(m, log2_of(most) + 1);
  /* Most work-groups are small. */
  return width > 128 && make_chance(m, 70) ? 1u << make_below(m, 7) : width;
}

/* Notes what the call asks of its place. */
static void note(struct maker *m, struct expression *e, bool group_calls) {
  e->calls |= group_calls;
  m->has_lanes |= !group_calls;
  m->p->divergent |= !m->in.uniform;
  m->f->divergent |= !m->in.uniform;
}

static bool is_of_group(const struct maker *m, const struct expression *e) {
  return e->index == OVER_TILE ? e->value > m->p->limits.lanes.promise : e->index < OVER_ACTIVE;
}

struct expression *make_operator_call(struct maker *m, enum ref_type type, bool uniform, bool calls, unsigned depth) {
  const unsigned row = operators_on(type, make_below(m, OPERATOR_ROWS));
  if (row == OPERATOR_ROWS || make_chance(m, 35))
    return NULL;
  const struct operator_row o = operators_row(row);
  const enum scope scope = random_scope(m, calls, &o);
  const bool all_get_one = scope == OVER_GROUP || scope == OVER_ITEMS;
  if (scope == SCOPES || (uniform && !all_get_one))
    return NULL;
  struct expression *e = make_node(m, OPERATOR_CALL, type, uniform);
  e->what = uniform ? REDUCE : make_below(m, SCAN_EXCLUSIVE + 1);
  e->index = scope;
  e->by = row;
  if (e->what == REDUCE && (scope == OVER_ITEMS_FROM || scope == OVER_ITEMS_AFTER))
    e->what = SCAN_INCLUSIVE + make_below(m, 2);
  e->uniform = e->what == REDUCE && all_get_one;
  e->style = make_below(m, o.parts);
  const bool has_items = scope >= OVER_ITEMS && scope <= OVER_ITEMS_AFTER;
  if (scope == OVER_TILE)
    e->value = random_width(m, calls);
  if (has_items) {
    e->value = 1 + make_below(m, ref_is_float(type) || make_chance(m, 80) ? 4 : 16);
    e->style += 2 * (e->what == REDUCE ? (unsigned)e->value : make_below(m, (unsigned)e->value + 1));
  }
  for (unsigned k = 0; k < o.parts; k++)
    make_operand(e, make_bounded(m, make_expression(m, type, false, calls, depth ? depth - k : 0), 255));
  if (scope == OVER_ITEMS_FROM || scope == OVER_ITEMS_AFTER)
    make_operand(e, make_bounded(m, make_expression(m, type, true, false, 1), 255));
  e->most = 8.0 * 255 * 8192;
  note(m, e, is_of_group(m, e));
  return make_bounded(m, e, 1u << 21);
}

/* Each tile takes its own arm. */
static struct statement *make_tiles(struct maker *m) {
  const struct context c = m->in;
  const struct lanes *lanes = &m->p->limits.lanes;
  const unsigned largest = lanes->size > lanes->promise ? lanes->size : lanes->promise;
  const unsigned most = m->in.width < largest ? m->in.width : largest;
  struct statement *s = make_empty(m, IF_TILE, make_expression(m, REF_UINT, true, c.uniform, 2));
  s->value = log2_of(most) - make_below(m, log2_of(most) < 3 ? log2_of(most) : 3);
  s->block_count = make_chance(m, 60) ? 2 : 1;
  const struct context inside = {.arm = !c.looped, .looped = c.looped, .width = 1u << s->value, .deep = c.deep + 1};
  for (unsigned k = 0; k < s->block_count; k++)
    make_block(m, &s->blocks[k], inside, 3);
  /* Who is in the arms is a matter of their places alone. */
  m->has_lanes = true;
  m->f->divergent = true;
  return s;
}

/* A reduce or scan of an operator that has an atomic; of sums alone where other work-groups see what scans give. */
static struct statement *make_counter(struct maker *m) {
  const struct context c = m->in;
  const struct lanes *lanes = &m->p->limits.lanes;
  const bool tiles = c.uniform || (m->in.width > 1 && lanes->promise > 1), own = tiles && make_chance(m, 50);
  const bool active = !own && lanes->has_active && (c.uniform || !c.looped) && make_chance(m, 50),
             group = c.uniform && make_chance(m, 30);
  if (!active && !tiles)
    return NULL;
  const enum ref_type type = make_chance(m, 50) ? REF_INT : REF_UINT;
  unsigned row = operators_on(type, make_below(m, OPERATOR_ROWS));
  if (!operators_row(row).has_atomic)
    row = operators_on(type, 0);
  struct expression *e = make_node(m, OPERATOR_CALL, type, false);
  e->what = make_below(m, SCAN_EXCLUSIVE + 1);
  e->by = row;
  e->index = active ? OVER_ACTIVE : group ? OVER_GROUP : OVER_TILE;
  if (!own && e->what != REDUCE) {
    e->type = REF_UINT;
    e->by = operators_on(REF_UINT, 0);
    e->what = SCAN_EXCLUSIVE;
  }
  if (e->index == OVER_TILE)
    e->value = random_width(m, c.uniform);
  make_operand(e, make_expression(m, e->type, false, false, 2));
  const bool divergent = m->p->divergent;
  note(m, e, is_of_group(m, e));
  m->p->divergent = divergent || (own && !m->in.uniform); /* each work-item's own atomic says the same in plain text */
  struct statement *s = make_empty(m, own ? FETCH : ADD_UP, e);
  if (own && e->what != REDUCE) {
    s->style = make_below(m, 2);
    s->index = s->style ? make_slot(m, type) : make_target(m, type);
  }
  return s;
}

struct statement *make_operator_store(struct maker *m) {
  const enum ref_type type = make_type(m);
  struct expression *e = NULL;
  for (unsigned tries = 0; tries < 3 && !e; tries++)
    e = make_operator_call(m, type, false, m->in.uniform, 1);
  if (!e)
    return NULL;
  struct statement *s = make_empty(m, STORE, e);
  s->index = make_slot(m, type);
  return s;
}

struct statement *make_operator_statement(struct maker *m) {
  const bool tiles = m->p->limits.lanes.promise > 1 && m->in.width > 1 && m->in.deep < 3 && !m->in.looped;
  if (tiles && make_chance(m, 45))
    return make_tiles(m);
  if (!m->f->is_kernel)
    return NULL;
  return make_chance(m, 40) ? make_counter(m) : make_operator_store(m);
}
