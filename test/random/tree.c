/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tree.h"

#include <string.h>

bool type_is_signed(enum ref_type type) {
  return ref_is_signed(type) && !ref_is_float(type);
}

unsigned type_bits(enum ref_type type) {
  return 8 * (unsigned)ref_bytes(type);
}

struct shape shape_scalar(enum ref_type type) {
  return (struct shape){.kind = SCALAR, .type = type, .count = 1};
}

unsigned shape_count(struct shape s) {
  return s.kind == SCALAR || s.kind == LOCAL_ARRAY ? 1 : s.count;
}

enum ref_type shape_element(const struct program *p, struct shape s, unsigned at) {
  return s.kind == STRUCT ? p->structures[s.structure].members[at] : s.type;
}

bool shape_same(struct shape a, struct shape b) {
  return a.kind == b.kind && shape_count(a) == shape_count(b) &&
         (a.kind == STRUCT ? a.structure == b.structure : a.type == b.type);
}

void *program_add(struct program *p, size_t size) {
  return pile_add(&p->pile, size);
}

void block_add(struct program *p, struct block *b, struct statement *s) {
  struct statement **all = program_add(p, (b->count + 1) * sizeof *all);
  if (b->count)
    memcpy(all, b->statements, b->count * sizeof *all);
  all[b->count++] = s;
  b->statements = all;
}

void expression_visit(const struct expression *e, visit_expression *expression, void *data) {
  for (unsigned k = 0; e && k < e->count; k++)
    expression_visit(e->operands[k], expression, data);
  if (e && expression)
    expression(e, data);
}

void block_visit(const struct block *b, visit_statement *statement, visit_expression *expression, void *data) {
  for (unsigned i = 0; i < b->count; i++) {
    const struct statement *s = b->statements[i];
    if (statement)
      statement(s, data);
    for (unsigned k = 0; k < 2; k++)
      expression_visit(s->expressions[k], expression, data);
    for (unsigned k = 0; k < s->block_count; k++)
      block_visit(&s->blocks[k], statement, expression, data);
  }
}

void program_visit(const struct program *p, visit_statement *statement, visit_expression *expression, void *data) {
  for (unsigned i = 0; i < p->function_count; i++)
    if (!p->functions[i].removed) {
      block_visit(&p->functions[i].body, statement, expression, data);
      expression_visit(p->functions[i].result, expression, data);
    }
}

static void look_for_calls(const struct statement *s, void *calls) {
  *(bool *)calls |=
      s->kind == EXCHANGE || s->kind == RETURN || s->kind == CALL_KERNEL || s->kind == COPY_IN || s->kind == COPY_OUT;
}

static void look_whether_calls(const struct expression *e, void *calls) {
  *(bool *)calls |= e->calls;
}

bool block_calls(const struct block *b) {
  bool calls = false;
  block_visit(b, look_for_calls, look_whether_calls, &calls);
  return calls;
}

struct callee {
  unsigned which;
  bool called;
};

static void look_for_kernel(const struct statement *s, void *callee) {
  struct callee *c = callee;
  c->called |= s->kind == CALL_KERNEL && s->index == c->which;
}

static void look_for_function(const struct expression *e, void *callee) {
  struct callee *c = callee;
  c->called |= e->kind == CALL && e->index == c->which;
}

bool program_calls(const struct program *p, unsigned which) {
  struct callee callee = {.which = which};
  program_visit(p, look_for_kernel, look_for_function, &callee);
  return callee.called;
}

size_t function_items(const struct function *f) {
  return f->local[0] * f->local[1] * f->local[2];
}
