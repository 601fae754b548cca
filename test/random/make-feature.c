/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the features of a program add to its kernels. A state of its own makes it. */
#include "make.h"

bool make_has(const struct maker *m, enum feature feature) {
  return m->p->features & feature;
}

unsigned make_draw(uint64_t seed) {
  struct maker m = {.state = ~seed * UINT64_C(0x2545f4914f6cdd1d)};
  unsigned features = 0;
  const bool some = make_chance(&m, 50);
  for (unsigned feature = 1; some && feature < ALL_FEATURES; feature *= 2)
    features |= make_chance(&m, 50) ? feature : 0;
  return features;
}

/* At a random place among the body's statements, behind `from`. Returns the place behind it. */
static unsigned insert(struct maker *m, unsigned from, struct statement *s) {
  struct block *b = &m->f->body;
  const unsigned at = from + make_below(m, b->count - from + 1);
  block_add(m->p, b, s);
  for (unsigned k = b->count - 1; k > at; k--)
    b->statements[k] = b->statements[k - 1];
  b->statements[at] = s;
  return at + 1;
}

static unsigned insert_store(struct maker *m, unsigned from, struct expression *e) {
  struct statement *s = make_empty(m, STORE, e);
  s->index = make_slot(m, e->type);
  return insert(m, from, s);
}

static struct expression *any(struct maker *m, enum ref_type type, unsigned depth) {
  return make_expression(m, type, false, true, depth);
}

static void add_literal(struct maker *m) {
  insert_store(m, 0, make_literal(m, make_type(m), true, 2));
}

static void add_array(struct maker *m) {
  enum { ELEMENTS_OF_IT = 8, STORES = 3 };
  const enum ref_type type = make_type(m);
  const unsigned array = make_variable(m, (struct shape){ARRAY, type, ELEMENTS_OF_IT, 0}, false);
  unsigned at = 0;
  for (unsigned k = 0; k < STORES; k++) {
    struct expression *place = k ? make_expression(m, REF_UINT, false, false, 1) : make_constant(m, REF_UINT, 0);
    struct statement *s = make_empty(m, ASSIGN_PART, place);
    struct expression *e = k ? any(m, type, 1) : make_work_group_call(m, REDUCE, type, 1);
    s->expressions[1] = make_bounded(m, e, VARIABLE_MOST);
    s->index = array;
    at = insert(m, at, s);
  }
  struct expression *element = make_node(m, ELEMENT, type, false);
  element->index = array;
  make_operand(element, make_expression(m, REF_UINT, false, false, 1));
  insert_store(m, at, element);
}

static void add_copy(struct maker *m) {
  const bool in = make_chance(m, 50);
  const enum ref_type type = !in ? make_integer(m) : make_chance(m, 50) ? REF_INT : REF_LONG;
  const int local = make_local(m, type);
  if (local < 0)
    return;
  struct statement *s = make_empty(m, in ? COPY_IN : COPY_OUT, in ? NULL : any(m, type, 2));
  s->style = (unsigned)local;
  s->value = make_below(m, 40);
  s->index = in ? make_target(m, type) : make_slot(m, type);
  insert(m, 0, s);
}

static void add_print(struct maker *m) {
  struct statement *s = make_empty(m, PRINT, any(m, REF_LONG, 2));
  s->value = make_below(m, 4);
  insert(m, 0, s);
}

/* What a kernel of the other object's program takes from a helper. */
static void add_helper_call(struct maker *m) {
  struct expression *e = NULL;
  for (unsigned tries = 0; tries < 20 && !e; tries++)
    e = make_helper_call(m, shape_scalar(make_type(m)), false, true, 1);
  if (e)
    insert_store(m, 0, e);
}

static void add_local_arguments(struct maker *m) {
  insert(m, 0, make_exchange(m));
  for (unsigned v = 0; v < m->f->variable_count; v++)
    m->f->variables[v].parameter = m->f->variables[v].is.kind == LOCAL_ARRAY && make_chance(m, 80);
}

static struct expression *query(struct maker *m, enum expression_kind kind, unsigned dimension) {
  struct expression *e = make_node(m, kind, REF_ULONG, kind == GLOBAL_OFFSET);
  e->index = dimension;
  return e;
}

static void add_offsets(struct maker *m) {
  for (unsigned d = 0; d < m->f->dimensions; d++)
    if (make_chance(m, 80)) {
      m->f->offset[d] = 1 + make_below(m, 1000);
      struct expression *e = make_node(m, OPERATION, REF_ULONG, false);
      e->what = SHIFT_LEFT;
      make_operand(e, query(m, GLOBAL_ID, d));
      make_operand(e, query(m, GLOBAL_OFFSET, d));
      insert_store(m, 0, e);
    }
}

static void add_partial_groups(struct maker *m) {
  struct function *f = m->f;
  for (unsigned d = 0; d < f->dimensions; d++)
    if (f->local[d] > 1 && make_chance(m, 70)) {
      f->missing[d] = 1 + make_below(m, (unsigned)f->local[d] - 1);
      f->groups[d] += f->groups[d] == 1 && !m->large && make_chance(m, 60);
    }
}

void make_features(struct maker *m) {
  static void (*const add[])(struct maker *) = {add_literal,     add_array,           add_copy,    add_print,
                                                add_helper_call, add_local_arguments, add_offsets, add_partial_groups};
  const uint64_t state = m->state;
  m->state = ~m->f->seed;
  for (unsigned k = 0; k < sizeof add / sizeof *add; k++)
    if (m->p->features & 1u << k)
      add[k](m);
  m->state = state;
}
