/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions, computed for all work-items of a work-group at once. */
#include "interpret.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void illegal(const char *what) {
  fprintf(stderr, "clgroup-test: internal error: %s\n", what);
  abort();
}

union value *values(struct group *g, size_t count) {
  return pile_add(&g->pile, g->n * count * sizeof(union value));
}

static size_t local_id(const struct group *g, size_t rank, unsigned dimension) {
  return dimension == 0   ? rank % g->local[0]
         : dimension == 1 ? rank / g->local[0] % g->local[1]
                          : rank / g->local[0] / g->local[1];
}

void check_uniform(const struct group *g, const struct expression *e, const union value *x) {
  for (size_t r = 1; r < g->n; r++)
    if (!value_equal(e->type, x[r], x[0]))
      illegal("an operand that is not uniform");
}

static void work_group_call(struct group *g, const struct expression *e, union value *const *x, union value *out) {
  const enum ref_type type = e->operands[0]->type;
  const bool votes = e->what == ALL || e->what == ANY;
  const unsigned by = !votes ? e->by : e->what == ALL ? LOGICAL_AND : LOGICAL_OR;
  size_t at[3] = {0, 0, 0};
  for (unsigned k = 1; k < e->count; k++) {
    check_uniform(g, e->operands[k], x[k]);
    at[k - 1] = (size_t)x[k][0].i;
  }
  const size_t source = (at[2] * g->local[1] + at[1]) * g->local[0] + at[0];
  if (source >= g->n)
    illegal("a broadcast from outside of the work-group");
  union value all = value_truth(by, x[0][0]);
  for (size_t r = 0; r < g->n; r++) {
    const union value before = r ? all : value_identity(type, by);
    if (r)
      all = value_combine(type, by, all, value_truth(by, x[0][r]));
    out[r] = e->what == BROADCAST ? x[0][source] : e->what == SCAN_EXCLUSIVE ? before : all;
  }
  for (size_t r = 0; (e->what == REDUCE || votes) && r < g->n; r++)
    out[r] = all;
}

bool all_active(const struct group *g, const bool *active) {
  for (size_t r = 0; active && r < g->n; r++)
    if (!active[r])
      return false;
  return true;
}

bool any_active(const struct group *g, const bool *active) {
  return memchr(active, 1, g->n) != NULL;
}

struct frame frame_open(struct group *g, const struct function *f) {
  struct frame frame = {.f = f, .variables = pile_add(&g->pile, f->variable_count * sizeof *frame.variables)};
  for (unsigned v = 0; v < f->variable_count; v++)
    frame.variables[v] = values(g, shape_count(f->variables[v].is)); /* 0, also of floats */
  frame.left = pile_add(&g->pile, 3 * g->n);
  frame.broken = frame.left + g->n;
  frame.continued = frame.broken + g->n;
  frame.result = values(g, shape_count(f->type));
  return frame;
}

void take(const struct group *g, struct shape shape, const bool *which, union value *to, const union value *from) {
  for (size_t i = 0; i < g->n * shape_count(shape); i++)
    if (which[i % g->n])
      to[i] = from[i];
}

/* All of what the helper returns. */
static union value *call(struct group *g, const struct expression *e, const bool *active, union value *const *x) {
  const struct function *callee = &g->p->functions[e->index];
  struct frame frame = frame_open(g, callee);
  union value *out = values(g, shape_count(callee->type));
  bool *live = pile_add(&g->pile, g->n);
  for (unsigned k = 0; k < e->count; k++)
    frame.variables[k] = x[k];
  for (size_t r = 0; r < g->n; r++)
    live[r] = !active || active[r];
  run_block(g, &frame, &callee->body, live);
  if (!any_active(g, live))
    return frame.result;
  evaluate(g, &frame, callee->result, live, out);
  take(g, callee->type, frame.left, out, frame.result);
  return out;
}

unsigned input(enum ref_type type) {
  return type == REF_LONG ? INPUT_LONGS : INPUT_INTS;
}

union value load(const struct group *g, unsigned argument, size_t at) {
  const struct case_argument *a = &g->launch->arguments[argument];
  return value_load(a, a->expected ? a->expected : a->before, at);
}

static union value convert(const struct expression *e, union value v) {
  union value w = {0};
  const enum ref_type from = e->operands[0]->type;
  if (ref_is_float(e->type))
    w.f = ref_is_float(from) ? v.f : (double)(int64_t)v.i;
  else
    w.i = value_wrap(e->type, ref_is_float(from) ? (uint64_t)(int64_t)v.f : v.i);
  return w;
}

static bool compare(const struct expression *e, union value a, union value b) {
  const enum ref_type type = e->operands[0]->type;
  return e->what == LESS         ? value_less(type, a, b)
         : e->what == LESS_EQUAL ? !value_less(type, b, a)
                                 : value_equal(type, a, b) == (e->what == EQUAL);
}

#define X(k) x[k][i]
#define EXPRESSION(kind, text, ...)                                                                                    \
  case kind:                                                                                                           \
    __VA_ARGS__;                                                                                                       \
    break;

void evaluate(struct group *g, struct frame *f, const struct expression *e, const bool *active, union value *out) {
  const size_t n = g->n, mark = g->pile.count, count = n * shape_count(e->shape);
  union value *x[MOST_OPERANDS + 1] = {NULL};
  if (e->calls && !all_active(g, active))
    illegal("a work-group function in divergent control flow");
  for (unsigned k = 0; k < e->count; k++) {
    /* A call behind ?: is made only where the condition, which is uniform then, leads to it. */
    if (e->kind == CONDITIONAL && k && e->operands[k]->calls && (x[0][0].i != 0) != (k == 1))
      continue;
    x[k] = values(g, shape_count(e->operands[k]->shape));
    evaluate(g, f, e->operands[k], active, x[k]);
  }
  if (e->kind == CALL)
    x[0] = call(g, e, active, x);
  if (e->kind == WORK_GROUP_CALL)
    work_group_call(g, e, x, out);
  if (e->kind == OPERATOR_CALL)
    operator_call(g, e, active, x, out);
  for (size_t i = 0; i < count; i++) {
    const size_t r = i % n;
    union value v = {0};
    if (e->kind >= WORK_GROUP_CALL)
      v = out[i];
    switch (e->kind) {
#include "nodes.inc"
    default:
      illegal("an unknown expression");
    }
    if (e->shape.kind != STRUCT && (!active || active[r] || e->kind != OPERATOR_CALL) && !value_exact(e->type, v))
      illegal("a number that is not exact");
    out[i] = v;
  }
  pile_cut(&g->pile, mark);
}
