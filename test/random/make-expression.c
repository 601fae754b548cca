/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random expressions. */
#include "make.h"

struct expression *make_node(struct maker *m, enum expression_kind kind, enum ref_type type, bool uniform) {
  struct expression *e = program_add(m->p, sizeof *e);
  e->kind = kind;
  e->type = type;
  e->uniform = uniform;
  e->most = type == REF_HALF ? HALF_MOST : VARIABLE_MOST;
  return e;
}

void make_operand(struct expression *e, struct expression *x) {
  e->operands[e->count++] = x;
  e->calls |= x->calls;
}

struct expression *make_constant(struct maker *m, enum ref_type type, uint64_t value) {
  struct expression *e = make_node(m, CONSTANT, type, true);
  e->value = value;
  e->most = (double)value;
  return e;
}

static struct expression *cast(struct maker *m, enum ref_type type, struct expression *x) {
  if (x->type == type)
    return x;
  struct expression *e = make_node(m, CAST, type, x->uniform);
  make_operand(e, x);
  return e;
}

struct expression *make_bounded(struct maker *m, struct expression *e, unsigned most) {
  if (e->type == REF_HALF && most > HALF_MOST)
    most = HALF_MOST;
  if (!ref_is_float(e->type) || e->most <= most)
    return e;
  struct expression *bounded = make_node(m, CLAMP, e->type, e->uniform);
  bounded->value = most;
  bounded->most = most;
  make_operand(bounded, e);
  return bounded;
}

static struct expression *random_constant(struct maker *m, enum ref_type type) {
  static const uint64_t ends[] = {
      0, 1, 0x7fffffff, 0x80000000, 0xffffffff, UINT64_C(0x7fffffffffffffff), UINT64_C(1) << 63, UINT64_MAX};
  if (ref_is_float(type))
    return make_constant(m, type, make_below(m, 10));
  unsigned how = make_below(m, 10);
  return make_constant(m, type,
                       how < 6   ? make_below(m, 1000)
                       : how < 8 ? ends[make_below(m, sizeof ends / sizeof *ends)]
                                 : make_random(m));
}

/* A number of the type in a variable, or NULL. */
static struct expression *variable(struct maker *m, enum ref_type type, bool uniform) {
  const struct function *f = m->f;
  unsigned start = f->variable_count ? make_below(m, f->variable_count) : 0;
  for (unsigned k = 0; k < f->variable_count; k++) {
    unsigned v = (start + k) % f->variable_count;
    const struct variable *x = &f->variables[v];
    const unsigned at = make_below(m, shape_count(x->is));
    if (x->is.kind == LOCAL_ARRAY || shape_element(m->p, x->is, at) != type || (uniform && !x->uniform))
      continue;
    struct expression *e = make_node(m, x->is.kind == SCALAR ? VARIABLE : ELEMENT, type, x->uniform);
    e->index = v;
    if (x->is.kind == ARRAY && make_chance(m, 50))
      make_operand(e, make_expression(m, REF_UINT, false, false, 1));
    else if (x->is.kind != SCALAR)
      e->value = at;
    return e;
  }
  return NULL;
}

static struct expression *id(struct maker *m, enum ref_type type, bool uniform) {
  static const enum expression_kind all[] = {SIZE, GROUP, LOCAL_SIZE, RANK, RANK, LOCAL_ID, GLOBAL_ID};
  const enum expression_kind kind = all[make_below(m, uniform ? 3 : 7)];
  struct expression *e = make_node(m, kind, REF_UINT, kind <= SIZE + 1 ? kind != RANK : kind == LOCAL_SIZE);
  if (kind >= LOCAL_ID) {
    e->index = make_below(m, 3);
    e->type = type; /* the query itself is cast */
  }
  return cast(m, type, e);
}

static struct expression *leaf(struct maker *m, enum ref_type type, bool uniform) {
  const unsigned how = make_below(m, 100);
  struct expression *e = NULL;
  if (how < 45)
    e = variable(m, type, uniform);
  if (e)
    return e;
  if (ref_is_float(type)) {
    if (how > 80)
      return random_constant(m, type);
    static const unsigned masks[] = {1, 3, 7, 15, 63, 255};
    e = make_node(m, SMALL_FLOAT, type, false);
    e->value = masks[make_below(m, sizeof masks / sizeof *masks)];
    make_operand(e, leaf(m, make_integer(m), uniform));
    e->uniform = e->operands[0]->uniform;
    e->most = (double)e->value;
    return e;
  }
  if (how < 60)
    return id(m, type, uniform);
  if (!m->f->is_kernel || how < 70)
    return random_constant(m, type);
  if (how < 78 && type != REF_LONG) {
    e = make_node(m, ARGUMENT, type, true);
    e->index = type == REF_UINT ? 0 : type == REF_INT ? 1 : 2;
    return e;
  }
  const enum ref_type loaded = make_chance(m, 50) ? REF_INT : REF_LONG;
  if (uniform || how > 92) {
    e = make_node(m, LOAD_UNIFORM, loaded, true);
    make_operand(e, make_chance(m, 60) ? make_constant(m, REF_UINT, make_below(m, 300)) : leaf(m, REF_UINT, true));
  } else if (how > 89) {
    e = make_node(m, LOAD_UPDATED, REF_INT, false);
  } else {
    e = make_node(m, LOAD, loaded, false);
    e->value = make_chance(m, 60) ? 0 : make_below(m, 40);
  }
  return cast(m, type, e);
}

static struct expression *binary(struct maker *m, enum ref_type type, bool uniform, bool calls, unsigned depth) {
  struct expression *e = make_node(m, OPERATION, type, uniform);
  if (ref_is_float(type)) {
    static const unsigned whats[] = {PLUS, MINUS, TIMES, LEAST, GREATEST};
    e->what = whats[make_below(m, 5)];
    struct expression *a = make_bounded(m, make_expression(m, type, uniform, calls, depth), 1 << 16);
    struct expression *b = e->what == TIMES ? make_constant(m, type, 1u << make_below(m, 3))
                                            : make_bounded(m, make_expression(m, type, uniform, calls, depth), 1 << 16);
    e->most = e->what == TIMES ? a->most * b->most : a->most + b->most;
    make_operand(e, a);
    make_operand(e, b);
  } else {
    e->what = make_below(m, BINARIES);
    make_operand(e, make_expression(m, type, uniform, calls, depth));
    if (e->what == DIVIDE || e->what == REMAINDER) {
      /* Divides neither by 0 nor a negative number. */
      if (type_is_signed(type)) {
        struct expression *positive = make_node(m, OPERATION, type, e->operands[0]->uniform);
        positive->what = BIT_AND;
        make_operand(positive, e->operands[0]);
        make_operand(positive, make_constant(m, type, 0xffffff));
        e->operands[0] = positive;
      }
      make_operand(e, make_constant(m, type, 1 + make_below(m, 40)));
    } else
      make_operand(e, make_expression(m, type, uniform, calls, depth));
  }
  e->uniform = e->operands[0]->uniform && e->operands[1]->uniform;
  return e;
}

struct expression *make_condition(struct maker *m, bool uniform, bool calls, unsigned depth) {
  if (calls && make_chance(m, 15)) {
    struct expression *e = make_node(m, WORK_GROUP_CALL, REF_INT, true);
    e->what = make_chance(m, 50) ? ALL : ANY;
    e->style = make_below(m, 8);
    make_operand(e, make_condition(m, false, true, depth ? depth - 1 : 0));
    e->calls = true;
    return e;
  }
  const enum ref_type type = make_type(m);
  struct expression *e = make_node(m, COMPARISON, REF_INT, false);
  e->what = make_below(m, COMPARISONS);
  make_operand(e, make_expression(m, type, uniform, calls, depth));
  make_operand(e, make_expression(m, type, uniform, false, depth ? depth - 1 : 0));
  e->uniform = e->operands[0]->uniform && e->operands[1]->uniform;
  return e;
}

static struct expression *conditional(struct maker *m, enum ref_type type, bool uniform, bool calls, unsigned depth) {
  struct expression *e = make_node(m, CONDITIONAL, type, false);
  e->style = make_below(m, 2);
  make_operand(e, make_condition(m, uniform, calls, depth));
  const bool together = e->operands[0]->uniform;
  const struct context around = m->in;
  calls &= together;
  m->in.arm &= together;
  m->in.uniform &= together;
  m->in.width = together ? around.width : 0;
  make_operand(e, make_expression(m, type, uniform, calls, depth));
  make_operand(e, make_expression(m, type, uniform, calls, depth));
  m->in = around;
  e->uniform = e->operands[0]->uniform && e->operands[1]->uniform && e->operands[2]->uniform;
  e->most = e->operands[1]->most > e->operands[2]->most ? e->operands[1]->most : e->operands[2]->most;
  return e;
}

/* A coordinate in a dimension, or the rank in all, of some type. */
static struct expression *coordinate(struct maker *m, bool rank, unsigned dimension) {
  const enum ref_type type = make_integer(m);
  if (make_chance(m, 25))
    return make_constant(m, type, 0);
  struct expression *e = make_node(m, OPERATION, REF_UINT, true);
  struct expression *size = make_node(m, rank ? SIZE : LOCAL_SIZE, REF_UINT, true);
  size->index = dimension;
  e->what = REMAINDER;
  make_operand(e, make_expression(m, REF_UINT, true, false, 1));
  make_operand(e, size);
  return cast(m, type, e);
}

/* The call `e` of the function e->what, with operands. */
static struct expression *fill_call(struct maker *m, struct expression *e, unsigned depth) {
  const enum ref_type type = e->type;
  const bool is_float = ref_is_float(type);
  const bool relaxed = m->p->options == 3; /* then infinities are nobody's promise */
  if (e->what < ALL)
    e->by = make_below(m, !m->p->extension ? MUL : is_float ? AND : type == REF_INT ? OPERATORS : LOGICAL_AND);
  if (relaxed && is_float && e->what == SCAN_EXCLUSIVE)
    e->by = ADD;
  if (is_float && e->what < ALL && e->by == MUL) {
    struct expression *unit = make_node(m, UNIT_FLOAT, type, false);
    unit->value = make_below(m, 100);
    make_operand(unit, leaf(m, REF_UINT, false));
    make_operand(e, unit);
    e->most = 1e15;
  } else if (e->what == BROADCAST || (is_float && e->what < ALL && e->by != ADD)) {
    make_operand(e, make_expression(m, type, false, !m->lone, depth));
    e->most = e->operands[0]->most;
    if (e->what == SCAN_EXCLUSIVE)
      e->most = 1e15;
  } else {
    const unsigned most = type == REF_HALF ? 1 : 255;
    make_operand(e, make_bounded(m, make_expression(m, type, false, !m->lone, depth), most));
    e->most = type == REF_HALF ? USUAL_SIZE : most * 8192.0;
  }
  if (e->what == BROADCAST) {
    const unsigned coordinates = 1 + make_below(m, 3);
    for (unsigned d = 0; d < coordinates; d++)
      make_operand(e, coordinate(m, coordinates == 1, d));
  }
  e->uniform = e->what != SCAN_INCLUSIVE && e->what != SCAN_EXCLUSIVE;
  e->calls = true;
  return make_bounded(m, e, 1u << 21);
}

static struct expression *work_group_call(struct maker *m, enum ref_type type, bool uniform, unsigned depth) {
  struct expression *e = make_node(m, WORK_GROUP_CALL, type, true);
  e->style = make_below(m, 8);
  e->what = uniform ? (make_chance(m, 60) ? REDUCE : BROADCAST) : make_below(m, WORK_GROUP_FUNCTIONS);
  if ((e->what == ALL || e->what == ANY) && type != REF_INT)
    e->what = make_below(m, ALL);
  return fill_call(m, e, depth);
}

struct expression *make_work_group_call(struct maker *m, enum work_group_function what, enum ref_type type,
                                        unsigned depth) {
  struct expression *e = make_node(m, WORK_GROUP_CALL, type, true);
  e->style = make_below(m, 8);
  e->what = what;
  return fill_call(m, e, depth);
}

struct expression *make_helper_call(struct maker *m, struct shape shape, bool uniform, bool calls, unsigned depth) {
  const unsigned count = (unsigned)(m->f - m->p->functions);
  if (!count)
    return NULL;
  const unsigned which = make_below(m, count);
  const struct function *f = &m->p->functions[which];
  if (f->is_kernel || (f->calls && !calls) || (uniform && !f->result->uniform) || (f->divergent && m->in.looped))
    return NULL;
  const unsigned at = make_below(m, shape_count(f->type));
  const bool whole = shape.kind != SCALAR;
  if (whole ? !shape_same(f->type, shape) : shape_element(m->p, f->type, at) != shape.type)
    return NULL;
  struct expression *e = make_node(m, CALL, shape.type, f->result->uniform);
  e->index = which;
  e->shape = shape;
  e->value = whole ? 0 : at;
  for (unsigned k = 0; k < f->parameter_count; k++)
    make_operand(e, make_value(m, f->variables[k].is, f->variables[k].uniform, calls, depth));
  e->calls |= f->calls;
  m->f->divergent |= f->divergent;
  return e;
}

/* An operand of another type, converted to this one. */
static struct expression *converted(struct maker *m, enum ref_type type, bool uniform, bool calls, unsigned depth) {
  const enum ref_type other = ref_is_float(type) ? make_integer(m) : make_type(m);
  struct expression *x = make_expression(m, other, uniform, calls, depth);
  if (!ref_is_float(type)) {
    /* The conversion of a negative float to an unsigned type is undefined. */
    if (ref_is_float(other) && !type_is_signed(type))
      x = cast(m, type == REF_UINT ? REF_INT : REF_LONG, make_bounded(m, x, 1 << 20));
    return cast(m, type, make_bounded(m, x, 1 << 20));
  }
  struct expression *e = make_node(m, SMALL_FLOAT, type, x->uniform);
  e->value = 255;
  e->most = 255;
  make_operand(e, x);
  return e;
}

struct expression *make_literal(struct maker *m, enum ref_type type, bool calls, unsigned depth) {
  struct expression *e = make_node(m, LITERAL, type, false);
  e->value = make_chance(m, 50) ? 4 : 8;
  make_operand(e, make_expression(m, REF_UINT, false, false, 1));
  for (unsigned n = make_below(m, MOST_OPERANDS); n; n--)
    make_operand(e, make_bounded(m, make_expression(m, type, false, calls, depth), VARIABLE_MOST));
  return e;
}

struct expression *make_expression(struct maker *m, enum ref_type type, bool uniform, bool calls, unsigned depth) {
  if (!depth || make_chance(m, 25))
    return leaf(m, type, uniform);
  const unsigned how = make_below(m, 100);
  depth--;
  if (m->p->extended && how < 38) {
    struct expression *e = make_operator_call(m, type, uniform, calls, depth);
    if (e)
      return e;
  }
  if (calls && how < 38)
    return work_group_call(m, type, uniform, depth);
  if (how < 52) {
    struct expression *e = make_helper_call(m, shape_scalar(type), uniform, calls, depth);
    if (e)
      return e;
  }
  if (how < 60)
    return conditional(m, type, uniform, calls, depth);
  if (how < 72)
    return converted(m, type, uniform, calls, depth);
  if (how < 76 && type == REF_INT)
    return make_condition(m, uniform, calls, depth);
  if (how > 94 && !uniform && make_has(m, WITH_LITERALS))
    return make_literal(m, type, calls, depth);
  return binary(m, type, uniform, calls, depth);
}

static struct expression *whole_variable(struct maker *m, struct shape shape) {
  const struct function *f = m->f;
  const unsigned start = f->variable_count ? make_below(m, f->variable_count) : 0;
  for (unsigned k = 0; k < f->variable_count; k++) {
    const unsigned v = (start + k) % f->variable_count;
    if (!shape_same(f->variables[v].is, shape))
      continue;
    struct expression *e = make_node(m, VARIABLE, shape.type, false);
    e->index = v;
    e->shape = shape;
    return e;
  }
  return NULL;
}

struct expression *make_whole(struct maker *m, struct shape shape, bool calls, unsigned depth) {
  const unsigned how = make_below(m, 100);
  struct expression *e = NULL;
  if (how < 35)
    e = whole_variable(m, shape);
  else if (how < 55 && depth)
    e = make_helper_call(m, shape, false, calls, depth - 1);
  if (e)
    return e;
  if (how < 75 && depth && shape.kind == VECTOR && !ref_is_float(shape.type)) {
    e = make_node(m, OPERATION, shape.type, false);
    e->shape = shape;
    e->what = make_below(m, BIT_XOR + 1);
    make_operand(e, make_whole(m, shape, calls, depth - 1));
    make_operand(e, make_whole(m, shape, calls, depth - 1));
    return e;
  }
  e = make_node(m, COMPOUND, shape.type, false);
  e->shape = shape;
  const bool repeats = shape.count > MOST_OPERANDS;
  for (unsigned k = 0; k < shape.count && k < MOST_OPERANDS; k++) {
    const enum ref_type type = shape_element(m->p, shape, k);
    struct expression *x =
        make_expression(m, type, false, calls && !repeats, !depth || repeats ? depth > 0 : depth - 1);
    make_operand(e, make_bounded(m, x, VARIABLE_MOST));
  }
  return e;
}

struct expression *make_value(struct maker *m, struct shape shape, bool uniform, bool calls, unsigned depth) {
  if (shape.kind != SCALAR)
    return make_whole(m, shape, calls, depth);
  return make_bounded(m, make_expression(m, shape.type, uniform, calls, depth), VARIABLE_MOST);
}
