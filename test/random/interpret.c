/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a program gives: the tree's value, computed for all work-items of a work-group at once. Shares nothing with the
 * library. */
#include "interpret.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void clear_left(const struct group *g, bool *active, const bool *which) {
  for (size_t r = 0; r < g->n; r++)
    active[r] = active[r] && !which[r];
}

static bool *flags(struct group *g, const bool *from) {
  bool *all = pile_add(&g->pile, g->n);
  return from ? memcpy(all, from, g->n) : all;
}

/* Whether the work-item makes another turn, by the style of the loop. */
static bool turns(unsigned style, union value *counter, union value count, bool first) {
  switch (style) {
  case 1: /* for (counter = count; counter-- > 0;) */
    return counter->i-- > 0;
  case 2: /* while (counter++ < count) */
    return counter->i++ < count.i;
  case 3: /* do ... while (++counter < count) */
    return first || ++counter->i < count.i;
  default:
    counter->i += !first;
    return counter->i < count.i;
  }
}

static void run_loop(struct group *g, struct frame *f, const struct statement *s, union value *count, bool *active) {
  union value *counter = f->variables[s->index];
  const enum ref_type type = f->f->variables[s->index].is.type;
  bool *live = flags(g, active), *broken = f->broken, *continued = f->continued;
  f->broken = flags(g, NULL);
  f->continued = flags(g, NULL);
  for (size_t r = 0; r < g->n; r++) {
    count[r].i &= LOOP_MASK;
    if (active[r])
      counter[r] = s->style == 1 ? count[r] : value_number(type, 0);
  }
  for (bool first = true;; first = false) {
    for (size_t r = 0; r < g->n; r++) {
      live[r] = live[r] && turns(s->style, &counter[r], count[r], first);
      counter[r].i = value_wrap(type, counter[r].i);
    }
    if (!any_active(g, live))
      break;
    run_block(g, f, &s->blocks[0], live);
    for (size_t r = 0; r < g->n; r++)
      live[r] |= f->continued[r];
    memset(f->continued, 0, g->n);
  }
  f->broken = broken; /* of the loop around this one */
  f->continued = continued;
  clear_left(g, active, f->left);
}

/* Nothing in a switch breaks out of it, but work-items continue a loop around it, and return. */
static void run_switch(struct group *g, struct frame *f, const struct statement *s, const union value *by,
                       bool *active) {
  bool *in = flags(g, NULL);
  for (unsigned k = 0; k < s->block_count; k++) {
    bool is_default = s->has_default && k + 1 == s->block_count;
    for (size_t r = 0; r < g->n; r++) {
      /* Its cases are 0, 1, ...; a default is last. */
      bool matches = is_default ? (by[r].i & SWITCH_MASK) >= k : (by[r].i & SWITCH_MASK) == k;
      in[r] = in[r] || (active[r] && matches);
    }
    run_block(g, f, &s->blocks[k], in);
    if (!s->falls[k])
      memset(in, false, g->n);
  }
  clear_left(g, active, f->left);
  clear_left(g, active, f->continued);
}

static void run_if(struct group *g, struct frame *f, const struct statement *s, const union value *x, bool *active) {
  bool *arms[2] = {flags(g, active), flags(g, active)};
  for (size_t r = 0; r < g->n; r++) {
    /* By which tiles are counted. */
    const size_t place = g->p->limits.lanes.in_rows ? r % g->local[0] : r;
    const bool is = s->kind == IF ? x[r].i != 0 : (place >> s->value ^ x[r].i) & 1;
    arms[is][r] = false;
  }
  for (unsigned k = 0; k < s->block_count; k++)
    run_block(g, f, &s->blocks[k], arms[k]);
  for (size_t r = 0; r < g->n; r++)
    active[r] = arms[0][r] || arms[1][r];
}

static void leave(struct group *g, struct frame *f, const struct statement *s, const union value *condition,
                  bool *active) {
  bool *to = s->kind == RETURN ? f->left : s->kind == BREAK ? f->broken : f->continued, *leaves = flags(g, active);
  union value *result = values(g, shape_count(f->f->type));
  for (size_t r = 0; r < g->n; r++)
    leaves[r] = active[r] && condition[r].i;
  if (s->kind == RETURN && s->expressions[1] && any_active(g, leaves)) {
    evaluate(g, f, s->expressions[1], active, result);
    take(g, f->f->type, leaves, f->result, result);
  }
  for (size_t r = 0; r < g->n; r++)
    to[r] |= leaves[r];
  clear_left(g, active, leaves);
}

/* As its own launch would, but for the work-items of `active` alone. */
static void run_kernel(struct group *g, const struct function *kernel, const bool *active) {
  struct frame frame = frame_open(g, kernel);
  if (kernel->calls && !all_active(g, active))
    illegal("a kernel with work-group functions in divergent control flow");
  run_block(g, &frame, &kernel->body, flags(g, active));
}

void store(struct group *g, unsigned slot, enum ref_type type, const bool *active, const union value *x) {
  const size_t outputs = g->launch->argument_count - (g->p->extended ? COUNTER_BUFFERS : 0);
  for (size_t a = OUTPUTS; a < outputs; a++)
    for (size_t r = 0; g->launch->arguments[a].type == type && r < g->n; r++)
      if (active[r])
        value_store(&g->launch->arguments[a], slot * g->total + g->first + r, x[r]);
}

static void print(struct group *g, const struct statement *s, const bool *active, const union value *x) {
  char line[64];
  for (size_t r = 0; r < g->n && r <= s->value; r++)
    if (active[r]) {
      snprintf(line, sizeof line, "%c%zu %" PRId64, PRINT_MARK, g->first + r, (int64_t)x[r].i);
      g->launch->prints += case_line_hash(line);
    }
}

/* x and y: what its expressions give. */
static void run_statement(struct group *g, struct frame *f, const struct statement *s, union value *x,
                          const union value *y, bool *active) {
  const size_t n = g->n;
  union value *const to = s->index < f->f->variable_count ? f->variables[s->index] : NULL;
  if ((s->kind == COPY_IN || s->kind == COPY_OUT || s->kind == EXCHANGE) && !all_active(g, active))
    illegal("a barrier in divergent control flow");
  switch (s->kind) {
  case ASSIGN:
    take(g, f->f->variables[s->index].is, active, to, x);
    break;
  case ASSIGN_PART:
    for (size_t r = 0; r < n; r++)
      if (active[r])
        to[x[r].i % shape_count(f->f->variables[s->index].is) * n + r] = y[r];
    break;
  case CALL_KERNEL:
    run_kernel(g, &g->p->functions[s->index], active);
    break;
  case COPY_OUT:
  case STORE:
    store(g, s->index, s->expressions[0]->type, active, x);
    break;
  case PRINT:
    print(g, s, active, x);
    break;
  case UPDATE:
    for (size_t r = 0; r < n; r++)
      if (active[r])
        value_store(&g->launch->arguments[UPDATED], g->first + r, x[r]);
    break;
  case EXCHANGE:
    for (size_t r = 0; r < n; r++)
      to[r] = x[(r + s->value) % n];
    break;
  case COPY_IN:
    for (size_t r = 0; r < n; r++)
      to[r] = load(g, input(f->f->variables[s->index].is.type), g->first + (r + s->value) % n);
    break;
  case LOOP:
    run_loop(g, f, s, x, active);
    break;
  case IF:
  case IF_TILE:
    run_if(g, f, s, x, active);
    break;
  case SWITCH:
    run_switch(g, f, s, x, active);
    break;
  case FETCH:
  case ADD_UP:
    update_counter(g, f, s, active);
    break;
  default:
    leave(g, f, s, x, active);
  }
}

void run_block(struct group *g, struct frame *f, const struct block *b, bool *active) {
  const size_t mark = g->pile.count;
  for (unsigned i = 0; i < b->count && any_active(g, active); i++) {
    const struct statement *s = b->statements[i];
    union value *x[2] = {NULL, NULL};
    for (unsigned k = 0; k < 2 && s->expressions[k] && s->kind != FETCH && s->kind != ADD_UP; k++)
      if (k == 0 || s->kind == ASSIGN_PART) {
        x[k] = values(g, shape_count(s->expressions[k]->shape));
        evaluate(g, f, s->expressions[k], active, x[k]);
      }
    run_statement(g, f, s, x[0], x[1], active);
    pile_cut(&g->pile, mark);
  }
}

void function_run(const struct program *p, const struct function *kernel, struct case_launch *launch) {
  struct group g = {.p = p, .launch = launch};
  memcpy(g.full, kernel->local, sizeof g.full);
  memcpy(g.groups, kernel->groups, sizeof g.groups);
  const size_t groups = g.groups[0] * g.groups[1] * g.groups[2];
  const size_t most = function_items(kernel);
  g.total = groups * most;
  for (g.index = 0; g.index < groups; g.index++) {
    g.id[0] = g.index % g.groups[0];
    g.id[1] = g.index / g.groups[0] % g.groups[1];
    g.id[2] = g.index / g.groups[0] / g.groups[1];
    for (unsigned d = 0; d < 3; d++) /* the last is smaller */
      g.local[d] = g.full[d] - (g.id[d] + 1 == g.groups[d] ? kernel->missing[d] : 0);
    g.n = g.local[0] * g.local[1] * g.local[2];
    g.first = g.index * most;
    memcpy(g.offset, kernel->offset, sizeof g.offset);
    bool *active = pile_add(&g.pile, g.n);
    memset(active, true, g.n);
    run_kernel(&g, kernel, active);
    pile_cut(&g.pile, 0);
  }
}
