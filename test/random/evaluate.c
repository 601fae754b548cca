/* Expressions, computed for all work-items of a work-group at once. */
#include "interpret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void illegal(const char *what) {
  fprintf(stderr, "clgroup-random: internal error: %s\n", what);
  abort();
}

union value *values(const struct group *g) {
  return need(malloc(g->n * sizeof(union value)));
}

static size_t local_id(const struct group *g, size_t rank, unsigned dimension) {
  return dimension == 0   ? rank % g->local[0]
         : dimension == 1 ? rank / g->local[0] % g->local[1]
                          : rank / g->local[0] / g->local[1];
}

static void work_group_call(struct group *g, struct frame *f, const struct expression *e, union value *out) {
  union value *x = values(g), all;
  const enum ref_type type = e->operands[0]->type;
  evaluate(g, f, e->operands[0], NULL, x);
  switch (e->what) {
  case ALL:
  case ANY:
    all.i = e->what == ALL;
    for (size_t r = 0; r < g->n; r++)
      all.i = e->what == ALL ? all.i && x[r].i : all.i || x[r].i;
    for (size_t r = 0; r < g->n; r++)
      out[r] = all;
    break;
  case BROADCAST: {
    size_t at[3] = {0, 0, 0};
    union value *coordinate = values(g);
    for (unsigned k = 1; k < e->count; k++) {
      evaluate(g, f, e->operands[k], NULL, coordinate);
      for (size_t r = 1; r < g->n; r++)
        if (coordinate[r].i != coordinate[0].i)
          illegal("a broadcast's coordinate is not uniform");
      at[k - 1] = (size_t)coordinate[0].i;
    }
    free(coordinate);
    size_t source = (at[2] * g->local[1] + at[1]) * g->local[0] + at[0];
    if (source >= g->n)
      illegal("a broadcast from outside of the work-group");
    for (size_t r = 0; r < g->n; r++)
      out[r] = x[source];
    break;
  }
  default:
    all = value_truth(e->by, x[0]);
    for (size_t r = 0; r < g->n; r++) {
      union value before = r ? all : value_identity(type, e->by);
      if (r)
        all = value_combine(type, e->by, all, value_truth(e->by, x[r]));
      out[r] = e->what == SCAN_EXCLUSIVE ? before : all;
    }
    for (size_t r = 0; e->what == REDUCE && r < g->n; r++)
      out[r] = all;
  }
  for (size_t r = 0; r < g->n; r++)
    if (!value_exact(e->type, out[r]))
      illegal("a result of a work-group function that is not exact");
  free(x);
}

bool all_active(const struct group *g, const bool *active) {
  for (size_t r = 0; active && r < g->n; r++)
    if (!active[r])
      return false;
  return true;
}

struct frame frame_open(const struct group *g, const struct function *f) {
  struct frame frame = {.f = f};
  frame.variables = need(calloc(f->variable_count + 1, sizeof *frame.variables));
  for (unsigned v = 0; v < f->variable_count; v++) {
    const struct shape shape = f->variables[v].is;
    const size_t count = g->n * shape_count(shape);
    frame.variables[v] = need(calloc(count, sizeof **frame.variables));
    for (size_t i = 0; i < count; i++)
      frame.variables[v][i] = value_number(shape_element(g->p, shape, (unsigned)(i / g->n)), 0);
  }
  frame.left = need(calloc(3 * g->n, sizeof *frame.left));
  frame.broken = frame.left + g->n;
  frame.continued = frame.broken + g->n;
  frame.result = need(calloc(g->n * shape_count(f->type), sizeof *frame.result));
  return frame;
}

void frame_close(struct frame *frame) {
  for (unsigned v = 0; v < frame->f->variable_count; v++)
    free(frame->variables[v]);
  free(frame->variables);
  free(frame->left);
  free(frame->result);
}

void take(const struct group *g, struct shape shape, const bool *which, union value *to, const union value *from) {
  for (size_t k = 0; k < shape_count(shape); k++)
    for (size_t r = 0; r < g->n; r++)
      if (which[r])
        to[k * g->n + r] = from[k * g->n + r];
}

/* All of what the helper returns. */
static void call(struct group *g, struct frame *f, const struct expression *e, const bool *active, union value *out) {
  const struct function *callee = &g->p->functions[e->index];
  struct frame frame = frame_open(g, callee);
  for (unsigned k = 0; k < e->count; k++)
    evaluate_whole(g, f, e->operands[k], active, frame.variables[k]);
  bool *live = need(malloc(g->n));
  for (size_t r = 0; r < g->n; r++)
    live[r] = !active || active[r];
  run_block(g, &frame, &callee->body, live);
  bool any = false;
  for (size_t r = 0; r < g->n; r++)
    any |= live[r];
  if (any) {
    evaluate_whole(g, &frame, callee->result, live, out);
    take(g, callee->type, frame.left, out, frame.result);
  } else
    memcpy(out, frame.result, g->n * shape_count(callee->type) * sizeof *out);
  free(live);
  frame_close(&frame);
}

const struct case_argument *input(const struct group *g, enum ref_type type) {
  return &g->launch->arguments[type == REF_LONG ? INPUT_LONGS : INPUT_INTS];
}

static void evaluate_leaf(struct group *g, struct frame *f, const struct expression *e, union value *out) {
  for (size_t r = 0; r < g->n; r++) {
    union value *v = &out[r];
    v->i = 0;
    switch (e->kind) {
    case CONSTANT:
      if (ref_is_float(e->type))
        v->f = (double)(int64_t)e->value;
      else
        v->i = value_wrap(e->type, e->value);
      break;
    case VARIABLE:
      *v = f->variables[e->index][r];
      break;
    case RANK:
      v->i = r;
      break;
    case SIZE:
      v->i = g->n;
      break;
    case GROUP:
      v->i = g->index;
      break;
    case LOCAL_ID:
      v->i = local_id(g, r, e->index);
      break;
    case LOCAL_SIZE:
      v->i = g->local[e->index];
      break;
    case GLOBAL_ID:
      v->i = g->offset[e->index] + g->id[e->index] * g->full[e->index] + local_id(g, r, e->index);
      break;
    case GLOBAL_OFFSET:
      v->i = g->offset[e->index];
      break;
    case ARGUMENT:
      *v = value_load(&g->launch->arguments[SCALARS + e->index], g->launch->arguments[SCALARS + e->index].before, 0);
      break;
    case LOAD_UPDATED:
      *v = value_load(&g->launch->arguments[UPDATED], g->launch->arguments[UPDATED].expected, g->first + r);
      break;
    default:
      *v = value_load(input(g, e->type), input(g, e->type)->before, (g->first + r + e->value) % g->total);
    }
  }
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

void evaluate(struct group *g, struct frame *f, const struct expression *e, const bool *active, union value *out) {
  if (e->calls && !all_active(g, active))
    illegal("a work-group function in divergent control flow");
  if (e->kind == WORK_GROUP_CALL) {
    work_group_call(g, f, e, out);
    return;
  }
  if (e->kind == OPERATOR_CALL) {
    evaluate_operator(g, f, e, active, out);
    return;
  }
  if (e->kind == CALL) {
    union value *whole = need(malloc(g->n * shape_count(g->p->functions[e->index].type) * sizeof *whole));
    call(g, f, e, active, whole);
    memcpy(out, whole + e->value * g->n, g->n * sizeof *out);
    free(whole);
    return;
  }
  if (!e->count && e->kind != ELEMENT) {
    evaluate_leaf(g, f, e, out);
    return;
  }
  union value *x[MOST_OPERANDS] = {NULL};
  for (unsigned k = 0; k < e->count; k++) {
    /* A call behind ?: is made only where the condition, which is uniform then, leads to it. */
    if (e->kind == CONDITIONAL && k && e->operands[k]->calls && (x[0][0].i != 0) != (k == 1))
      continue;
    x[k] = values(g);
    evaluate(g, f, e->operands[k], active, x[k]);
  }
  for (size_t r = 0; r < g->n; r++) {
    union value a = x[0] ? x[0][r] : value_number(REF_INT, 0), v = {0};
    switch (e->kind) {
    case BINARY:
      v = value_binary(e->type, e->what, a, x[1][r]);
      break;
    case COMPARISON: {
      enum ref_type type = e->operands[0]->type;
      v.i = e->what == LESS         ? value_less(type, a, x[1][r])
            : e->what == LESS_EQUAL ? !value_less(type, x[1][r], a)
            : e->what == EQUAL      ? value_equal(type, a, x[1][r])
                                    : !value_equal(type, a, x[1][r]);
      break;
    }
    case CONDITIONAL:
      v = a.i ? (x[1] ? x[1][r] : v) : (x[2] ? x[2][r] : v);
      break;
    case CAST:
      v = convert(e, a);
      break;
    case SMALL_FLOAT:
      v.f = (double)(a.i & e->value);
      break;
    case UNIT_FLOAT:
      v.f = r % 100 == e->value ? 2 : a.i & 1 ? -1 : 1;
      break;
    case CLAMP:
      v.f = a.f < -(double)e->value ? -(double)e->value : a.f > (double)e->value ? (double)e->value : a.f;
      break;
    case LITERAL: {
      const uint64_t at = a.i % e->value;
      v = at + 1 < e->count ? x[at + 1][r] : value_number(e->type, (int64_t)at);
      break;
    }
    case ELEMENT:
      v = f->variables[e->index][(x[0] ? a.i % shape_count(f->f->variables[e->index].is) : e->value) * g->n + r];
      break;
    case LOAD_UNIFORM:
      v = value_load(input(g, e->type), input(g, e->type)->before, a.i < g->total ? (size_t)a.i : g->total - 1);
      break;
    default:
      illegal("an unknown expression");
    }
    if (!value_exact(e->type, v))
      illegal("a number that is not exact");
    out[r] = v;
  }
  for (unsigned k = 0; k < MOST_OPERANDS; k++)
    free(x[k]);
}

void evaluate_whole(struct group *g, struct frame *f, const struct expression *e, const bool *active,
                    union value *out) {
  const size_t n = g->n, count = shape_count(e->shape);
  if (e->shape.kind == SCALAR) {
    evaluate(g, f, e, active, out);
  } else if (e->kind == WHOLE) {
    memcpy(out, f->variables[e->index], count * n * sizeof *out);
  } else if (e->kind == CALL) {
    call(g, f, e, active, out);
  } else if (e->kind == BINARY) {
    union value *right = need(malloc(count * n * sizeof *right));
    evaluate_whole(g, f, e->operands[0], active, out);
    evaluate_whole(g, f, e->operands[1], active, right);
    for (size_t i = 0; i < count * n; i++)
      out[i] = value_binary(e->type, e->what, out[i], right[i]);
    free(right);
  } else {
    for (size_t k = 0; k < count; k++)
      if (k < e->count)
        evaluate(g, f, e->operands[k], active, out + k * n);
      else
        memcpy(out + k * n, out + k % e->count * n, n * sizeof *out);
  }
}
