/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Smaller programs, one cut at a time. */
#include "generate.h"

#include "tree.h"

#include <stdint.h>

/* The walk over all cuts, which makes the requested one and counts the others. */
struct cut {
  struct program *p;
  size_t wanted, seen;
  bool done;
};

static bool here(struct cut *c) {
  bool is = !c->done && c->seen++ == c->wanted;
  c->done |= is;
  return is;
}

/* Statements of the block from `first` on, of which the first `count` go and those of `by` come. */
static void splice(struct cut *c, struct block *b, unsigned first, unsigned count, const struct block *by) {
  const struct block old = *b;
  *b = (struct block){0};
  for (unsigned i = 0; i < old.count; i++) {
    for (unsigned j = 0; by && i == first && j < by->count; j++)
      block_add(c->p, b, by->statements[j]);
    if (i < first || i >= first + count)
      block_add(c->p, b, old.statements[i]);
  }
}

static bool leaves_loop(const struct block *b) {
  bool leaves = false;
  for (unsigned i = 0; i < b->count; i++) {
    const struct statement *s = b->statements[i];
    leaves |= s->kind == BREAK || s->kind == CONTINUE;
    for (unsigned k = 0; k < s->block_count && s->kind != LOOP; k++)
      leaves |= leaves_loop(&s->blocks[k]);
  }
  return leaves;
}

static void cut_statements(struct block *b, struct cut *c) {
  for (unsigned size = b->count; size; size /= 2)
    for (unsigned first = 0; first + size <= b->count && !c->done; first += size)
      if (here(c))
        splice(c, b, first, size, NULL);
  for (unsigned i = 0; i < b->count && !c->done; i++) {
    struct statement *s = b->statements[i];
    /* An if's block may have been for some work-items only, but then it calls nothing; a loop's may break out of it. */
    for (unsigned k = 0; k < s->block_count && !c->done; k++)
      if ((s->kind != LOOP || !leaves_loop(&s->blocks[k])) && here(c))
        splice(c, b, i, 1, &s->blocks[k]);
    if ((s->kind == IF || s->kind == IF_TILE) && s->block_count == 2 && !c->done && here(c))
      s->block_count = 1;
    for (unsigned k = 0; k < s->block_count && !c->done; k++)
      cut_statements(&s->blocks[k], c);
  }
}

static struct expression *constant(struct cut *c, enum ref_type type, uint64_t value) {
  struct expression *e = program_add(c->p, sizeof *e);
  *e = (struct expression){.kind = CONSTANT, .type = type, .uniform = true, .value = value, .most = 1};
  return e;
}

/* A narrower tile, fewer items. */
static void cut_call(struct expression *e, struct cut *c) {
  const unsigned part = e->style % 2, item = e->style / 2;
  if (e->kind != OPERATOR_CALL || e->value < 2 || !here(c))
    return;
  if (e->index != OVER_TILE)
    e->style = part + (item == e->value ? 2 : 0);
  e->value = e->index == OVER_TILE ? e->value / 2 : 1;
}

/* `fixed`: a coordinate, which must stay within the work-group; its value alone may become 0. */
static void cut_expression(struct expression **place, struct cut *c, bool fixed) {
  struct expression *e = *place;
  const bool is_call = e->kind == WORK_GROUP_CALL, is_operation = e->kind == OPERATION;
  const bool is_small = e->kind == CONSTANT && e->value <= 1;
  for (uint64_t value = 0; value < (fixed ? 1 : 2) && e->shape.kind == SCALAR; value++)
    if (!is_small && !(e->kind == CONSTANT && e->value == value) && here(c))
      *place = constant(c, e->type, value);
  for (unsigned k = 0; k < e->count && !fixed && e->kind != CLAMP; k++) {
    struct expression *x = e->operands[k];
    if (x->type == e->type && shape_same(x->shape, e->shape) && (x->uniform || !e->uniform) && here(c))
      *place = x;
  }
  if (is_call && e->what == BROADCAST && e->count > 2 && here(c)) {
    e->count = 2;
    e->operands[1] = constant(c, REF_UINT, 0);
  }
  if (is_call && e->style != 5 && here(c))
    e->style = 5;
  cut_call(e, c);
  for (unsigned k = 0; k < e->count && !c->done; k++) {
    /* A dividend stays masked, so that it is not negative; a factor stays above 0, as -1.0 * 0.0 is -0.0. */
    const bool divides = is_operation && (e->what == DIVIDE || e->what == REMAINDER);
    const bool scales = is_operation && e->what == TIMES && ref_is_float(e->type);
    const bool under = fixed && (e->kind == CAST || (is_operation && k == 1));
    struct expression **inner = &e->operands[k];
    if (divides && type_is_signed(e->type))
      inner = &e->operands[0]->operands[0];
    if (k == 0 || !(divides || scales))
      cut_expression(inner, c, under || (is_call && k > 0));
  }
}

static void cut_expressions(struct block *b, struct cut *c) {
  for (unsigned i = 0; i < b->count && !c->done; i++) {
    struct statement *s = b->statements[i];
    const bool updates = s->kind == FETCH || s->kind == ADD_UP; /* by a call, which stays */
    if (updates)
      cut_call(s->expressions[0], c);
    for (unsigned k = s->kind == ASSIGN_PART; k < 2 && s->expressions[k]; k++)
      cut_expression(updates ? &s->expressions[k]->operands[0] : &s->expressions[k], c, false);
    for (unsigned k = 0; k < s->block_count; k++)
      cut_expressions(&s->blocks[k], c);
  }
}

static unsigned count_kernels(const struct program *p) {
  unsigned kernels = 0;
  for (unsigned i = 0; i < p->function_count; i++)
    kernels += p->functions[i].is_kernel && !p->functions[i].removed;
  return kernels;
}

/* Sets a number or flag to what is simpler, if it is not. */
#define SIMPLIFY(what, simple) ((what) != (simple) && here(c) ? (void)((what) = (simple)) : (void)0)

/* The sizes of one kernel, which may be those that another that it calls asks for. */
static void cut_launch(struct program *p, struct function *f, struct cut *c) {
  const size_t items = function_items(f);
  for (unsigned d = 0; d < 3; d++) {
    const size_t sizes[] = {1, f->local[d] / 2, f->local[d] - 1};
    for (unsigned k = 0; k < 3; k++)
      if (sizes[k] && sizes[k] < f->local[d] && (!k || sizes[k] != sizes[k - 1]) && here(c))
        f->local[d] = sizes[k];
    if (f->missing[d] >= f->local[d])
      f->missing[d] = f->local[d] - 1;
    SIMPLIFY(f->groups[d], 1);
    SIMPLIFY(f->missing[d], 0);
    SIMPLIFY(f->offset[d], 0);
    if (f->scalars[d] > 1)
      SIMPLIFY(f->scalars[d], 1);
  }
  for (unsigned v = 0; v < f->variable_count; v++)
    SIMPLIFY(f->variables[v].parameter, false);
  for (unsigned i = 0; i < p->function_count && function_items(f) != items; i++)
    p->functions[i].required_size = false;
  SIMPLIFY(f->required_size, false);
  SIMPLIFY(f->style, 0);
}

static void cut_program(struct program *p, struct cut *c) {
  struct function *end = p->functions + p->function_count;
  for (struct function *f = p->functions; f < end; f++)
    if (!program_calls(p, (unsigned)(f - p->functions)) && (!f->is_kernel || count_kernels(p) > 1))
      SIMPLIFY(f->removed, true);
  for (struct function *f = p->functions; f < end && !c->done; f++)
    if (!f->removed)
      cut_statements(&f->body, c);
  for (struct function *f = p->functions; f < end; f++)
    if (!f->removed && f->is_kernel)
      cut_launch(p, f, c);
  SIMPLIFY(p->style, 5);
  SIMPLIFY(p->options, 0);
  if (p->features & WITH_OBJECTS && here(c))
    p->features &= ~(unsigned)WITH_OBJECTS;
  for (struct function *f = p->functions; f < end && !c->done; f++)
    if (!f->removed) {
      if (!f->is_kernel)
        cut_expression(&f->result, c, false);
      cut_expressions(&f->body, c);
    }
}

size_t program_reductions(struct program *p) {
  struct cut c = {.p = p, .wanted = SIZE_MAX};
  cut_program(p, &c);
  return c.seen;
}

struct program *program_reduce(const struct program *p, size_t which) {
  struct program *smaller = program_generate(p->seed, &p->limits);
  smaller->cut_count = p->cut_count + 1;
  smaller->cuts = program_add(smaller, smaller->cut_count * sizeof *smaller->cuts);
  for (unsigned i = 0; i < smaller->cut_count; i++) {
    smaller->cuts[i] = i < p->cut_count ? p->cuts[i] : which;
    struct cut c = {.p = smaller, .wanted = smaller->cuts[i]};
    cut_program(smaller, &c);
  }
  return smaller;
}

static void count_statement(const struct statement *s, void *size) {
  (void)s;
  ++*(size_t *)size;
}

static void count_expression(const struct expression *e, void *size) {
  (void)e;
  ++*(size_t *)size;
}

size_t program_size(const struct program *p) {
  size_t size = 0;
  for (unsigned i = 0; i < p->function_count; i++)
    size += !p->functions[i].removed;
  program_visit(p, count_statement, count_expression, &size);
  return size;
}
