/* What a program gives: the tree's value, computed for all work-items of a work-group at once. Shares nothing with the
 * library. */
#include "interpret.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void clear_left(const struct group *g, bool *active, const bool *which) {
  for (size_t r = 0; r < g->n; r++)
    active[r] = active[r] && !which[r];
}

static void run_loop(struct group *g, struct frame *f, const struct statement *s, bool *active) {
  union value *count = values(g), *counter = f->variables[s->index];
  const enum ref_type type = f->f->variables[s->index].is.type;
  bool *live = need(malloc(g->n)), *saved = need(malloc(2 * g->n));
  memcpy(saved, f->broken, 2 * g->n); /* of the loop around this one */
  memset(f->broken, 0, 2 * g->n);
  memcpy(live, active, g->n);
  evaluate(g, f, s->expressions[0], active, count);
  for (size_t r = 0; r < g->n; r++)
    count[r].i &= LOOP_MASK;
  for (size_t r = 0; r < g->n; r++)
    if (active[r])
      counter[r] = s->style == 1 ? count[r] : value_number(type, 0);
  for (bool first = true;; first = false) {
    bool any = false;
    for (size_t r = 0; r < g->n; r++) {
      if (live[r] && s->style == 3) { /* do ... while (++counter < count) */
        if (!first)
          live[r] = ++counter[r].i < count[r].i;
      } else if (live[r] && s->style == 1) /* for (counter = count; counter-- > 0;) */
        live[r] = counter[r].i-- > 0;
      else if (live[r] && s->style == 2) /* while (counter++ < count) */
        live[r] = counter[r].i++ < count[r].i;
      else if (live[r]) {
        if (!first)
          counter[r].i++;
        live[r] = counter[r].i < count[r].i;
      }
      counter[r].i = value_wrap(type, counter[r].i);
      any |= live[r];
    }
    if (!any)
      break;
    run_block(g, f, &s->blocks[0], live);
    for (size_t r = 0; r < g->n; r++)
      live[r] |= f->continued[r];
    memset(f->continued, 0, g->n);
  }
  memcpy(f->broken, saved, 2 * g->n);
  clear_left(g, active, f->left);
  free(count);
  free(live);
  free(saved);
}

/* Nothing in a switch breaks out of it, but work-items continue a loop around it, and return. */
static void run_switch(struct group *g, struct frame *f, const struct statement *s, const union value *by,
                       bool *active) {
  bool *in = need(calloc(g->n, 1));
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
  free(in);
}

static void leave(struct group *g, struct frame *f, const struct statement *s, const union value *condition,
                  bool *active) {
  bool *to = s->kind == RETURN ? f->left : s->kind == BREAK ? f->broken : f->continued;
  union value *result = NULL;
  if (s->kind == RETURN && s->expressions[1]) {
    bool any = false;
    for (size_t r = 0; r < g->n; r++)
      any |= active[r] && condition[r].i;
    if (any) {
      result = need(malloc(g->n * shape_count(f->f->type) * sizeof *result));
      evaluate_whole(g, f, s->expressions[1], active, result);
    }
  }
  bool *leaves = need(calloc(g->n, sizeof *leaves));
  for (size_t r = 0; r < g->n; r++)
    if (active[r] && condition[r].i) {
      leaves[r] = to[r] = true;
      active[r] = false;
    }
  if (result)
    take(g, f->f->type, leaves, f->result, result);
  free(leaves);
  free(result);
}

/* As its own launch would, but for the work-items of `active` alone. */
static void run_kernel(struct group *g, const struct function *kernel, const bool *active) {
  struct frame frame = frame_open(g, kernel);
  bool *live = need(malloc(g->n));
  if (kernel->calls && !all_active(g, active))
    illegal("a kernel with work-group functions in divergent control flow");
  memcpy(live, active, g->n);
  run_block(g, &frame, &kernel->body, live);
  free(live);
  frame_close(&frame);
}

static void assign(struct group *g, struct frame *f, const struct statement *s, const bool *active) {
  const struct shape shape = f->f->variables[s->index].is;
  union value *x = need(malloc(g->n * shape_count(shape) * sizeof *x));
  evaluate_whole(g, f, s->expressions[0], active, x);
  take(g, shape, active, f->variables[s->index], x);
  free(x);
}

void store(struct group *g, unsigned slot, enum ref_type type, const bool *active, const union value *x) {
  const size_t outputs = g->launch->argument_count - (g->p->extended ? COUNTER_BUFFERS : 0);
  for (size_t a = OUTPUTS; a < outputs; a++)
    for (size_t r = 0; g->launch->arguments[a].type == type && r < g->n; r++)
      if (active[r])
        value_store(&g->launch->arguments[a], slot * g->total + g->first + r, x[r]);
}

static void copy_in(struct group *g, struct frame *f, const struct statement *s, const bool *active) {
  const struct case_argument *from = input(g, f->f->variables[s->index].is.type);
  if (!all_active(g, active))
    illegal("an async copy in divergent control flow");
  for (size_t r = 0; r < g->n; r++)
    f->variables[s->index][r] = value_load(from, from->before, g->first + (r + s->value) % g->n);
}

static void print(struct group *g, const struct statement *s, const bool *active, const union value *x) {
  char line[64];
  for (size_t r = 0; r < g->n && r <= s->value; r++)
    if (active[r]) {
      snprintf(line, sizeof line, "%c%zu %" PRId64, PRINT_MARK, g->first + r, (int64_t)x[r].i);
      g->launch->prints += case_line_hash(line);
    }
}

/* By which tiles are counted. */
static size_t place_of(const struct group *g, size_t rank) {
  return g->p->lanes.in_rows ? rank % g->local[0] : rank;
}

static void run_statement(struct group *g, struct frame *f, const struct statement *s, bool *active) {
  if (s->kind == LOOP) {
    run_loop(g, f, s, active);
    return;
  }
  if (s->kind == ASSIGN) {
    assign(g, f, s, active);
    return;
  }
  if (s->kind == CALL_KERNEL) {
    run_kernel(g, &g->p->functions[s->index], active);
    return;
  }
  if (s->kind == FETCH || s->kind == ADD_UP) {
    update_counter(g, f, s, active);
    return;
  }
  if (s->kind == COPY_IN) {
    copy_in(g, f, s, active);
    return;
  }
  union value *x = values(g), *y = values(g);
  evaluate(g, f, s->expressions[0], active, x);
  switch (s->kind) {
  case ASSIGN_PART:
    evaluate(g, f, s->expressions[1], active, y);
    for (size_t r = 0; r < g->n; r++)
      if (active[r])
        f->variables[s->index][x[r].i % shape_count(f->f->variables[s->index].is) * g->n + r] = y[r];
    break;
  case COPY_OUT:
    if (!all_active(g, active))
      illegal("an async copy in divergent control flow");
    store(g, s->index, s->expressions[0]->type, active, x);
    break;
  case PRINT:
    print(g, s, active, x);
    break;
  case STORE:
    store(g, s->index, s->expressions[0]->type, active, x);
    break;
  case UPDATE:
    for (size_t r = 0; r < g->n; r++)
      if (active[r])
        value_store(&g->launch->arguments[UPDATED], g->first + r, x[r]);
    break;
  case EXCHANGE:
    if (!all_active(g, active))
      illegal("a barrier in divergent control flow");
    for (size_t r = 0; r < g->n; r++)
      f->variables[s->index][r] = x[(r + s->value) % g->n];
    break;
  case IF:
  case IF_TILE: {
    bool *then = need(malloc(2 * g->n)), *otherwise = then + g->n;
    for (size_t r = 0; r < g->n; r++) {
      const bool is = s->kind == IF ? x[r].i != 0 : (place_of(g, r) >> s->value ^ x[r].i) & 1;
      then[r] = active[r] && is;
      otherwise[r] = active[r] && !is;
    }
    for (unsigned k = 0; k < s->block_count; k++)
      run_block(g, f, &s->blocks[k], k ? otherwise : then);
    for (size_t r = 0; r < g->n; r++)
      active[r] = then[r] || otherwise[r];
    free(then);
    break;
  }
  case SWITCH:
    run_switch(g, f, s, x, active);
    break;
  default:
    leave(g, f, s, x, active);
  }
  free(x);
  free(y);
}

void run_block(struct group *g, struct frame *f, const struct block *b, bool *active) {
  for (unsigned i = 0; i < b->count; i++) {
    bool any = false;
    for (size_t r = 0; r < g->n; r++)
      any |= active[r];
    if (any)
      run_statement(g, f, b->statements[i], active);
  }
}

void function_run(const struct program *p, const struct function *kernel, struct case_launch *launch) {
  struct group g = {.p = p, .launch = launch};
  memcpy(g.full, kernel->local, sizeof g.full);
  memcpy(g.groups, kernel->groups, sizeof g.groups);
  const size_t groups = g.groups[0] * g.groups[1] * g.groups[2];
  const size_t most = function_items(kernel);
  g.total = groups * most;
  bool *active = need(malloc(most));
  for (g.index = 0; g.index < groups; g.index++) {
    g.id[0] = g.index % g.groups[0];
    g.id[1] = g.index / g.groups[0] % g.groups[1];
    g.id[2] = g.index / g.groups[0] / g.groups[1];
    for (unsigned d = 0; d < 3; d++) /* the last is smaller */
      g.local[d] = g.full[d] - (g.id[d] + 1 == g.groups[d] ? kernel->missing[d] : 0);
    g.n = g.local[0] * g.local[1] * g.local[2];
    g.first = g.index * most;
    memcpy(g.offset, kernel->offset, sizeof g.offset);
    memset(active, true, g.n);
    run_kernel(&g, kernel, active);
  }
  free(active);
}
