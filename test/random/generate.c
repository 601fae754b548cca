/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Statements, functions and launches; expressions are made by make-expression.c. */
#include "generate.h"

#include "make.h"
#include "splitmix.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t make_random(struct maker *m) {
  return random_next(&m->state);
}

unsigned make_below(struct maker *m, unsigned n) {
  return (unsigned)(make_random(m) % n);
}

bool make_chance(struct maker *m, unsigned percent) {
  return make_below(m, 100) < percent;
}

enum ref_type make_integer(struct maker *m) {
  return (enum ref_type)make_below(m, 4);
}

enum ref_type make_type(struct maker *m) {
  if (make_chance(m, 70))
    return make_integer(m);
  if (m->half && make_chance(m, 40))
    return REF_HALF;
  return m->p->limits.has_double && make_chance(m, 35) ? REF_DOUBLE : REF_FLOAT;
}

/* A vector or a struct. */
struct shape make_shape(struct maker *m) {
  static const unsigned widths[] = {2, 3, 4, 4, 8, 16};
  if (make_chance(m, 50))
    return (struct shape){VECTOR, make_type(m), widths[make_below(m, sizeof widths / sizeof *widths)], 0};
  const unsigned which = make_below(m, STRUCTURES);
  return (struct shape){STRUCT, REF_INT, m->p->structures[which].count, which};
}

unsigned make_variable(struct maker *m, struct shape shape, bool uniform) {
  struct function *f = m->f;
  struct variable *all = program_add(m->p, (f->variable_count + 1) * sizeof *all);
  if (f->variable_count)
    memcpy(all, f->variables, f->variable_count * sizeof *all);
  f->variables = all;
  f->variables[f->variable_count] = (struct variable){.is = shape, .uniform = uniform};
  return f->variable_count++;
}

/* A variable to assign to: there already, or new. */
static unsigned target(struct maker *m, struct shape shape, bool uniform) {
  for (unsigned tries = 0; tries < 6 && m->f->variable_count && make_chance(m, 60); tries++) {
    unsigned v = make_below(m, m->f->variable_count);
    const struct variable *x = &m->f->variables[v];
    if (shape_same(x->is, shape) && !x->counter && x->uniform == uniform)
      return v;
  }
  return make_variable(m, shape, uniform);
}

struct statement *make_empty(struct maker *m, enum statement_kind kind, struct expression *e) {
  struct statement *s = program_add(m->p, sizeof *s);
  s->kind = kind;
  s->expressions[0] = e;
  return s;
}

static struct statement *make_assign(struct maker *m, struct context c) {
  if (make_chance(m, 20)) {
    const struct shape shape = make_shape(m);
    struct statement *whole = make_empty(m, ASSIGN, make_whole(m, shape, c.uniform, 2));
    whole->index = target(m, shape, false);
    return whole;
  }
  const bool uniform = c.uniform && make_chance(m, 25);
  const enum ref_type type = make_type(m);
  struct expression *e = make_expression(m, type, uniform, c.uniform, 3);
  struct statement *s = make_empty(m, ASSIGN, make_bounded(m, e, VARIABLE_MOST));
  s->index = target(m, shape_scalar(type), uniform);
  return s;
}

static struct statement *make_part(struct maker *m, struct context c) {
  const struct shape shape = make_chance(m, 40) ? (struct shape){ARRAY, make_type(m), ELEMENTS, 0} : make_shape(m);
  const unsigned v = target(m, shape, false), k = make_below(m, shape.count);
  const enum ref_type type = shape_element(m->p, shape, k);
  struct expression *at = shape.kind == ARRAY && make_chance(m, 50) ? make_expression(m, REF_UINT, false, false, 1)
                                                                    : make_constant(m, REF_UINT, k);
  struct statement *s = make_empty(m, ASSIGN_PART, at);
  s->expressions[1] = make_bounded(m, make_expression(m, type, false, c.uniform, 2), VARIABLE_MOST);
  s->index = v;
  return s;
}

unsigned make_slot(struct maker *m, enum ref_type type) {
  unsigned *slots = &m->f->slots[type];
  return *slots < 4 ? (*slots)++ : make_below(m, *slots);
}

static struct statement *make_store(struct maker *m, struct context c) {
  const enum ref_type type = make_type(m);
  struct statement *s = make_empty(m, STORE, make_expression(m, type, false, c.uniform, 3));
  s->index = make_slot(m, type);
  return s;
}

int make_local(struct maker *m, enum ref_type type) {
  enum { MOST_BYTES = 4096 };
  size_t bytes = function_items(m->f) * ref_bytes(type);
  int found = -1;
  for (unsigned v = 0; v < m->f->variable_count; v++)
    if (m->f->variables[v].is.kind == LOCAL_ARRAY) {
      bytes += function_items(m->f) * ref_bytes(m->f->variables[v].is.type);
      if (m->f->variables[v].is.type == type)
        found = (int)v;
    }
  return found < 0 && bytes <= MOST_BYTES ? (int)make_variable(m, (struct shape){LOCAL_ARRAY, type, 1, 0}, false)
                                          : found;
}

struct statement *make_exchange(struct maker *m) {
  const enum ref_type type = make_type(m);
  const int local = make_local(m, type);
  if (local < 0)
    return make_assign(m, (struct context){.uniform = true});
  struct statement *s =
      make_empty(m, EXCHANGE, make_bounded(m, make_expression(m, type, false, true, 2), VARIABLE_MOST));
  s->style = (unsigned)local;
  s->index = target(m, shape_scalar(type), false);
  s->value = make_below(m, 40);
  return s;
}

static struct statement *make_loop(struct maker *m, struct context c) {
  const bool uniform = c.uniform && make_chance(m, 80), together = uniform || (c.width && make_chance(m, 50));
  const enum ref_type type = make_integer(m);
  struct statement *s = make_empty(m, LOOP, make_expression(m, type, together, c.uniform && make_chance(m, 30), 2));
  s->style = make_below(m, 4);
  s->index = make_variable(m, shape_scalar(type), uniform);
  m->f->variables[s->index].counter = true;
  s->block_count = 1;
  struct context inside = {.uniform = uniform, .loop = true, .returns = c.returns && uniform, .deep = c.deep + 1};
  inside.looped = c.looped || s->expressions[0]->uniform;
  if (s->expressions[0]->uniform && c.width) { /* which none leaves early */
    inside.loop = false;
    inside.width = c.width;
    inside.arm = c.arm;
  }
  make_block(m, &s->blocks[0], inside, 3);
  return s;
}

static struct statement *make_if(struct maker *m, struct context c) {
  const bool uniform = c.uniform && make_chance(m, 65);
  struct statement *s = make_empty(m, IF, make_condition(m, uniform, c.uniform, 2));
  struct context inside = {.uniform = uniform, .in_switch = c.in_switch, .looped = c.looped, .deep = c.deep + 1};
  /* Work-items leave a loop that makes calls together. */
  inside.loop = c.loop && uniform == c.uniform;
  inside.returns = c.returns;
  inside.arm = (c.uniform || c.arm) && !c.looped;
  s->style = make_below(m, 2);
  s->block_count = make_chance(m, 45) ? 2 : 1;
  for (unsigned k = 0; k < s->block_count; k++)
    make_block(m, &s->blocks[k], inside, 3);
  return s;
}

static struct statement *make_switch(struct maker *m, struct context c) {
  const bool uniform = c.uniform && make_chance(m, 70);
  struct statement *s = make_empty(m, SWITCH, make_expression(m, REF_UINT, uniform, c.uniform, 2));
  struct context inside = {.uniform = uniform, .in_switch = true, .returns = c.returns, .deep = c.deep + 1};
  inside.looped = c.looped;
  inside.loop = c.loop && uniform == c.uniform;
  s->style = make_below(m, 2);
  s->block_count = 1 + make_below(m, MOST_CASES);
  s->has_default = make_chance(m, 50);
  for (unsigned k = 0; k < s->block_count; k++) {
    s->falls[k] = make_chance(m, 30);
    make_block(m, &s->blocks[k], inside, 2);
  }
  return s;
}

/* A call of the kernel before this one; NULL if it may not be called. A kernel with local variables may not be called
 * by another. */
static struct statement *make_kernel_call(struct maker *m, struct context c) {
  const unsigned which = (unsigned)(m->f - m->p->functions) - 1;
  const struct function *f = &m->p->functions[which];
  bool fits = m->f > m->p->functions && f->is_kernel && (c.uniform || !f->calls);
  fits = fits && !(f->divergent && c.looped);
  fits = fits && (!f->required_size || !memcmp(f->local, m->f->local, sizeof f->local));
  for (unsigned v = 0; fits && v < f->variable_count; v++)
    fits = f->variables[v].is.kind != LOCAL_ARRAY;
  if (!fits)
    return NULL;
  struct statement *s = make_empty(m, CALL_KERNEL, NULL);
  s->index = which;
  m->f->divergent |= f->divergent;
  for (int t = 0; t < CASE_TYPES; t++)
    if (m->f->slots[t] < f->slots[t])
      m->f->slots[t] = f->slots[t];
  return s;
}

/* What the context allows the expressions that are made next. */
static void enter(struct maker *m, struct context c) {
  m->in = c;
  m->in.arm |= c.uniform;
  m->in.width = c.uniform ? WIDTH_MOST : c.width;
}

unsigned make_target(struct maker *m, enum ref_type type) {
  return target(m, shape_scalar(type), false);
}

static struct statement *make_statement(struct maker *m, struct context c) {
  enter(m, c);
  struct statement *call = m->p->extended && make_chance(m, 25) ? make_operator_statement(m) : NULL;
  if (call)
    return call;
  const unsigned kind = make_below(m, 100);
  const bool kernel = m->f->is_kernel;
  if (c.deep < 3 && kind < 14)
    return make_if(m, c);
  if (c.deep < 3 && kind < 24)
    return make_loop(m, c);
  if (c.deep < 3 && kind < 31)
    return make_switch(m, c);
  if (kind < 37 && c.loop)
    return make_empty(m, c.in_switch || make_chance(m, 50) ? CONTINUE : BREAK,
                      make_condition(m, c.uniform, c.uniform, 1));
  if (kind < (c.loop || c.in_switch ? 44 : 40) && c.returns && c.uniform) {
    struct statement *s = make_empty(m, RETURN, make_condition(m, true, true, 1));
    if (!kernel)
      s->expressions[1] = make_value(m, m->f->type, true, true, 1);
    return s;
  }
  if (kernel && kind < 43 && (call = make_kernel_call(m, c)))
    return call;
  if (kind < 48)
    return make_part(m, c);
  if (kernel && kind < 66)
    return make_store(m, c);
  if (kernel && kind < 70)
    return make_empty(m, UPDATE, make_expression(m, REF_INT, false, c.uniform, 2));
  if (kernel && kind < 76 && c.uniform)
    return make_exchange(m);
  return make_assign(m, c);
}

void make_block(struct maker *m, struct block *b, struct context c, unsigned most) {
  for (unsigned n = make_below(m, most + 1); n && m->budget; n--) {
    m->budget--;
    block_add(m->p, b, make_statement(m, c));
  }
}

static void make_helper(struct maker *m) {
  struct function *f = m->f;
  f->style = make_below(m, 4);
  f->type = make_chance(m, 20) ? make_shape(m) : shape_scalar(make_type(m));
  f->parameter_count = make_below(m, 4);
  for (unsigned k = 0; k < f->parameter_count; k++) {
    const bool whole = make_chance(m, 25);
    unsigned v = make_variable(m, whole ? make_shape(m) : shape_scalar(make_type(m)), !whole && make_chance(m, 40));
    m->f->variables[v].parameter = true;
  }
  const bool calls = make_chance(m, 75);
  m->budget = 6;
  make_block(m, &f->body, (struct context){.uniform = calls, .returns = calls, .deep = 1}, 4);
  enter(m, (struct context){.uniform = calls});
  f->result = make_value(m, f->type, make_chance(m, 30), calls, 2);
  f->calls = f->result->calls || block_calls(&f->body) || m->has_lanes;
}

/* A launch of a size that something may break at. */
void make_launch(struct maker *m) {
  static const size_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 63, 64, 65, 96, 100, 128, 256};
  struct function *f = m->f;
  f->dimensions = 1 + make_below(m, 3);
  size_t most = m->large ? m->p->limits.work_group_size : make_chance(m, 6) ? USUAL_SIZE : 256;
  if (most > m->p->limits.work_group_size)
    most = m->p->limits.work_group_size;
  for (unsigned d = 0; d < 3; d++) {
    f->local[d] = f->groups[d] = 1;
    if (d >= f->dimensions)
      continue;
    size_t size = most > 256 && d == 0 ? most - make_below(m, 2) : sizes[make_below(m, sizeof sizes / sizeof *sizes)];
    if (make_chance(m, 20) && !(m->large && d == 0))
      size = 1;
    f->local[d] = size < most ? size : most;
    most /= f->local[d];
    f->groups[d] = m->large || make_chance(m, 60) ? 1 : 1 + make_below(m, 3);
  }
  const struct function *before = f > m->p->functions ? f - 1 : NULL;
  if (before && before->is_kernel && make_chance(m, 50)) {
    f->dimensions = before->dimensions;
    memcpy(f->local, before->local, sizeof f->local);
    memcpy(f->groups, before->groups, sizeof f->groups);
  }
  f->required_size = make_chance(m, 40);
  f->scalars[0] = make_below(m, 8);
  f->scalars[1] = (uint64_t)(int64_t)((int)make_below(m, 12) - 4);
  f->scalars[2] = make_below(m, 8);
  f->seed = make_random(m);
}

static void make_kernel(struct maker *m) {
  struct function *f = m->f;
  f->is_kernel = true;
  f->style = make_below(m, 8);
  make_launch(m);
  m->budget = 4 + make_below(m, 14);
  struct context c = {.uniform = true, .returns = true};
  make_block(m, &f->body, c, 3 + make_below(m, 10));
  struct statement *call = make_chance(m, 30) ? make_kernel_call(m, c) : NULL;
  if (call)
    block_add(m->p, &f->body, call);
  enter(m, c);
  for (unsigned n = m->p->extended ? 1 + make_below(m, 3) : 0; n; n--)
    if ((call = make_operator_store(m)))
      block_add(m->p, &f->body, call);
  make_features(m);
  block_add(m->p, &f->body, make_store(m, c));
  /* Some work-items leave before the others have done all, when nothing is called any more. */
  if (make_chance(m, 15)) {
    c = (struct context){.deep = 2};
    block_add(m->p, &f->body, make_empty(m, RETURN, make_condition(m, false, false, 1)));
    make_block(m, &f->body, c, 3);
    enter(m, c);
    block_add(m->p, &f->body, make_store(m, c));
  }
  f->calls = block_calls(&f->body) || m->has_lanes;
}

/* Whether the seed's program is extended: a chance of its own, so that the others do not depend on it. */
static bool is_extended(uint64_t seed) {
  struct maker m = {.state = ~seed};
  return make_chance(&m, 40);
}

/* The same for whether the program also calls sub-group functions. */
static bool has_both(uint64_t seed) {
  struct maker m = {.state = ~seed * 3};
  return make_chance(&m, 60);
}

/* Chooses everything about the program but its functions. */
static struct program *begin(struct maker *m, uint64_t seed, const struct generate_limits *limits) {
  struct program *p = allocate(sizeof *p);
  p->limits = *limits;
  *m = (struct maker){.p = p, .state = seed * UINT64_C(0x2545f4914f6cdd1d) + 1};
  p->seed = seed;
  p->style = make_chance(m, 50) ? 5 : make_below(m, 8);
  p->options = make_chance(m, 75) ? 0 : make_below(m, 4);
  p->extension = limits->has_extension && make_chance(m, 60);
  p->extended = limits->has_operators && !limits->sequences && is_extended(seed);
  p->both = limits->lanes.are_groups && !p->extended && !limits->sequences && has_both(seed);
  if (p->both && p->limits.work_group_size > LARGEST_SUB_GROUP)
    p->limits.work_group_size = LARGEST_SUB_GROUP;
  m->large = p->limits.work_group_size > USUAL_SIZE && make_chance(m, 4);
  /* The sum over a large work-group would overflow a half. */
  m->half = limits->has_half && !m->large && make_chance(m, 35);
  p->typedefs = make_chance(m, 30);
  p->features = make_draw(seed) & limits->features & ~(p->extended ? WITH_OBJECTS : 0u);
  /* libclc lacks some functions of half, which the plain text would not show. */
  m->half &= limits->sequences ? !p->limits.lanes.size : !p->extended || p->limits.lanes.promise == 1;
  /* With -cl-opt-disable drivers lose lanes, rusticl in loops; the layer does not use sub-groups then. */
  if (p->extended && p->limits.lanes.promise > 1 && !p->limits.lanes.size && p->options == 1)
    p->options = 0;
  for (unsigned k = 0; k < STRUCTURES; k++) {
    struct structure *s = &p->structures[k];
    s->count = 2 + make_below(m, MOST_MEMBERS - 1);
    s->nested = make_chance(m, 30);
    for (unsigned i = 0; i < MOST_MEMBERS; i++)
      s->members[i] = make_type(m);
  }
  return p;
}

struct program *program_generate(uint64_t seed, const struct generate_limits *limits) {
  struct maker m;
  struct program *p = begin(&m, seed, limits);
  if (limits->sequences) {
    make_sequences(&m);
    return p;
  }
  const unsigned helpers = make_chance(&m, 45) ? make_has(&m, WITH_OBJECTS) : 1 + make_below(&m, 3);
  const unsigned count = helpers + (make_chance(&m, 70) ? 1 : 2);
  p->functions = program_add(p, count * sizeof *p->functions);
  for (; p->function_count < count; p->function_count++) {
    m.f = &p->functions[p->function_count];
    m.has_lanes = false;
    if (p->function_count < helpers)
      make_helper(&m);
    else
      make_kernel(&m);
  }
  return p;
}

void program_free(struct program *p) {
  if (p)
    pile_cut(&p->pile, 0);
  free(p);
}

/* Adds an argument; `writes`: the kernel does. */
static struct case_argument *add_argument(struct case_launch *l, enum ref_type type, size_t count, bool writes) {
  struct case_argument *a = &l->arguments[l->argument_count++];
  *a = (struct case_argument){.type = type, .is_buffer = true, .count = count};
  a->before = allocate(count * ref_bytes(type));
  a->expected = writes ? allocate(count * ref_bytes(type)) : NULL;
  return a;
}

static void set_all(struct case_argument *a, uint64_t bits) {
  for (size_t i = 0; i < a->count; i++)
    ref_store(a->type, a->before, i, bits);
}

static void make_arguments(const struct program *p, const struct function *f, struct case_launch *l) {
  static const enum ref_type fixed[OUTPUTS] = {REF_INT, REF_LONG, REF_UINT, REF_INT, REF_ULONG, REF_INT};
  struct maker m = {.state = f->seed};
  const size_t total = function_items(f) * f->groups[0] * f->groups[1] * f->groups[2];
  l->arguments = allocate((OUTPUTS + CASE_TYPES + COUNTER_BUFFERS + f->variable_count) * sizeof *l->arguments);
  for (unsigned k = 0; k < OUTPUTS; k++) {
    const bool scalar = k >= SCALARS && k < SCALARS + 3;
    struct case_argument *a = add_argument(l, fixed[k], scalar ? 1 : total, k == UPDATED);
    a->is_buffer = !scalar;
    if (scalar)
      set_all(a, f->scalars[k - SCALARS]);
    for (size_t i = 0; !scalar && i < total; i++)
      ref_store(a->type, a->before, i, make_chance(&m, 60) ? make_below(&m, 300) : make_random(&m));
  }
  for (int t = 0; t < CASE_TYPES; t++)
    if (f->slots[t])
      set_all(add_argument(l, (enum ref_type)t, total * f->slots[t], true), UINT64_C(0xa5a5a5a5a5a5a5a5));
  for (unsigned k = 0; p->extended && k < COUNTER_BUFFERS; k++)
    set_all(add_argument(l, REF_UINT, k ? ALL_COUNTERS : OWN_ROWS * total, true), COUNTER_START);
  for (struct case_argument *a = l->arguments; a < l->arguments + l->argument_count; a++)
    if (a->expected)
      memcpy(a->expected, a->before, a->count * ref_bytes(a->type));
  function_run(p, f, l);
  for (unsigned v = 0; v < f->variable_count; v++)
    if (f->variables[v].parameter)
      l->arguments[l->argument_count++] =
          (struct case_argument){.type = f->variables[v].is.type, .is_local = true, .count = function_items(f)};
}

static bool uses(const struct program *p, enum ref_type type) {
  for (unsigned i = 0; i < p->function_count; i++)
    for (unsigned v = 0; v < p->functions[i].variable_count; v++)
      if (p->functions[i].variables[v].is.type == type)
        return true;
  return false;
}

bool program_case(const struct program *p, struct clgroup_case *c) {
  static const char *const options[] = {"", " -cl-opt-disable", " -cl-mad-enable", " -cl-fast-relaxed-math"};
  *c = (struct clgroup_case){.text = program_print(p, false), .plain = p->divergent ? NULL : program_print(p, true)};
  c->name = allocate(32);
  c->options[c->option_count++] = allocate(64);
  snprintf(c->name, 32, "seed %llu", (unsigned long long)p->seed);
  snprintf(c->options[0], 64, "-cl-std=CL3.0%s", options[p->options]);
  c->uses_double = strstr(c->text, "double") != NULL || uses(p, REF_DOUBLE);
  c->uses_half = strstr(c->text, "half") != NULL || uses(p, REF_HALF);
  c->apart = p->features & WITH_OBJECTS;
  c->launches = allocate((p->function_count) * sizeof *c->launches);
  for (unsigned i = 0; i < p->function_count; i++) {
    const struct function *f = &p->functions[i];
    if (!f->is_kernel || f->removed)
      continue;
    struct case_launch *l = &c->launches[c->launch_count++];
    l->dimensions = f->dimensions;
    snprintf(l->kernel, sizeof l->kernel, "k%u", i);
    memcpy(l->local, f->local, sizeof l->local);
    memcpy(l->groups, f->groups, sizeof l->groups);
    memcpy(l->missing, f->missing, sizeof l->missing);
    memcpy(l->offset, f->offset, sizeof l->offset);
    make_arguments(p, f, l);
  }
  return c->launch_count > 0;
}
