/* Kernels that make up to four calls in a row and keep what they give: between them, all sequences of five kinds. What
 * one call leaves in the library's scratch is another's to survive. */
#include "make.h"

#include <stdlib.h>

enum { KINDS = 5, MOST_CALLS = 4, SEQUENCES = 5 + 25 + 125 + 625, KERNELS = SEQUENCES / SEQUENCE_PROGRAMS };

static enum work_group_function function_of(struct maker *m, unsigned kind) {
  static const enum work_group_function functions[KINDS] = {REDUCE, BROADCAST, ALL, SCAN_INCLUSIVE, SCAN_EXCLUSIVE};
  return functions[kind] == ALL && make_chance(m, 50) ? ANY : functions[kind];
}

static void add_store(struct maker *m, struct expression *e) {
  struct statement *s = make_empty(STORE, e);
  s->index = m->f->slots[e->type]++;
  block_add(&m->f->body, s);
}

/* Sequence `number`, of those in the order of their length. */
static void make_sequence(struct maker *m, unsigned number) {
  unsigned calls = 1, results[MOST_CALLS];
  for (unsigned count = KINDS; number >= count; count *= KINDS, calls++)
    number -= count;
  /* Mostly one type: the calls' scratch is of one size then, and compilers may take one call's value for another's. */
  const enum case_type usual = make_type(m);
  const bool at_once = make_chance(m, 25);
  for (unsigned k = 0; k < calls; k++, number /= KINDS) {
    const enum work_group_function what = function_of(m, number % KINDS);
    const bool vote = what == ALL || what == ANY;
    struct expression *e = make_work_group_call(m, what,
                                                vote                 ? CASE_INT
                                                : make_chance(m, 75) ? usual
                                                                     : make_type(m),
                                                make_below(m, 2));
    if (at_once) {
      add_store(m, e);
      continue;
    }
    struct statement *s = make_empty(ASSIGN, make_bounded(e, VARIABLE_MOST));
    s->index = results[k] = make_variable(m, shape_scalar(e->type), false);
    block_add(&m->f->body, s);
  }
  for (unsigned k = 0; k < calls && !at_once; k++) {
    struct expression *e = make_node(VARIABLE, m->f->variables[results[k]].is.type, false);
    e->index = results[k];
    add_store(m, e);
  }
}

void make_sequences(struct maker *m) {
  struct program *p = m->p;
  const unsigned first = (unsigned)((p->seed + SEQUENCE_PROGRAMS - 1) % SEQUENCE_PROGRAMS) * KERNELS;
  m->lone = true;
  m->group = m->arm = true;
  m->width = WIDTH_MOST;
  p->functions = need(calloc(KERNELS, sizeof *p->functions));
  for (; p->function_count < KERNELS; p->function_count++) {
    m->f = &p->functions[p->function_count];
    m->f->is_kernel = m->f->calls = true;
    m->f->style = make_below(m, 8);
    make_launch(m);
    m->f->required_size |= m->limits->lanes.size != 0; /* the child then compiles without a limit */
    make_sequence(m, first + p->function_count);
  }
}
