#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const binary_symbols[] = {"+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%", "min", "max"};
const char *const comparison_symbols[] = {"<", "<=", "==", "!="};

void *need(void *memory) {
  if (!memory) {
    fputs("clgroup-random: error: out of memory\n", stderr);
    exit(1);
  }
  return memory;
}

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

struct expression *expression_copy(const struct expression *e) {
  if (!e)
    return NULL;
  struct expression *copy = need(malloc(sizeof *copy));
  *copy = *e;
  for (unsigned i = 0; i < e->count; i++)
    copy->operands[i] = expression_copy(e->operands[i]);
  return copy;
}

void expression_free(struct expression *e) {
  if (!e)
    return;
  for (unsigned i = 0; i < e->count; i++)
    expression_free(e->operands[i]);
  free(e);
}

struct statement *statement_copy(const struct statement *s) {
  struct statement *copy = need(malloc(sizeof *copy));
  *copy = *s;
  for (unsigned i = 0; i < 2; i++)
    copy->expressions[i] = expression_copy(s->expressions[i]);
  for (unsigned i = 0; i < s->block_count; i++)
    copy->blocks[i] = block_copy(&s->blocks[i]);
  return copy;
}

void statement_free(struct statement *s) {
  for (unsigned i = 0; i < 2; i++)
    expression_free(s->expressions[i]);
  for (unsigned i = 0; i < s->block_count; i++)
    block_free(&s->blocks[i]);
  free(s);
}

void block_add(struct block *b, struct statement *s) {
  b->statements = need(realloc(b->statements, (b->count + 1) * sizeof *b->statements));
  b->statements[b->count++] = s;
}

struct block block_copy(const struct block *b) {
  struct block copy = {0};
  for (unsigned i = 0; i < b->count; i++)
    block_add(&copy, statement_copy(b->statements[i]));
  return copy;
}

void block_free(struct block *b) {
  for (unsigned i = 0; i < b->count; i++)
    statement_free(b->statements[i]);
  free(b->statements);
  *b = (struct block){0};
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

struct program *program_copy(const struct program *p) {
  struct program *copy = need(malloc(sizeof *copy));
  *copy = *p;
  copy->functions = need(calloc(p->function_count, sizeof *copy->functions));
  for (unsigned i = 0; i < p->function_count; i++) {
    const struct function *f = &p->functions[i];
    struct function *c = &copy->functions[i];
    *c = *f;
    c->variables = need(malloc((f->variable_count + 1) * sizeof *c->variables));
    if (f->variable_count)
      memcpy(c->variables, f->variables, f->variable_count * sizeof *c->variables);
    c->body = block_copy(&f->body);
    c->result = expression_copy(f->result);
  }
  return copy;
}
