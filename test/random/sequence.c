/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that make up to four calls in a row and keep what they give: between them, all sequences of five kinds, and
 * those of two and three calls in a loop once more. What one call leaves in the library's scratch is another's to
 * survive. */
#include "make.h"

enum { KINDS = 5, MOST_CALLS = 4, SEQUENCES = 5 + 25 + 125 + 625, LOOPS = 25 + 125 };
enum { KERNELS = (SEQUENCES + LOOPS) / SEQUENCE_PROGRAMS };

static enum work_group_function function_of(struct maker *m, unsigned kind) {
  static const enum work_group_function functions[KINDS] = {REDUCE, BROADCAST, ALL, SCAN_INCLUSIVE, SCAN_EXCLUSIVE};
  return functions[kind] == ALL && make_chance(m, 50) ? ANY : functions[kind];
}

static void add_store(struct maker *m, struct block *block, struct expression *e) {
  struct statement *s = make_empty(m, STORE, e);
  s->index = m->f->slots[e->type]++;
  block_add(m->p, block, s);
}

/* Adds a loop of two or three turns, of which no compiler knows, and returns what is in it. */
static struct block *add_loop(struct maker *m) {
  struct expression *turns = make_node(m, OPERATION, REF_UINT, true);
  turns->what = BIT_OR;
  make_operand(turns, make_node(m, ARGUMENT, REF_UINT, true));
  make_operand(turns, make_constant(m, REF_UINT, 2));
  struct statement *s = make_empty(m, LOOP, turns);
  s->style = make_below(m, 4);
  s->index = make_variable(m, shape_scalar(REF_UINT), true);
  m->f->variables[s->index].counter = true;
  s->block_count = 1;
  block_add(m->p, &m->f->body, s);
  return &s->blocks[0];
}

/* Sequence `number`, of those in the order of their length. */
static void make_sequence(struct maker *m, unsigned number) {
  const bool loops = number >= SEQUENCES;
  struct block *block = loops ? add_loop(m) : &m->f->body;
  unsigned calls = 1, results[MOST_CALLS];
  if (loops)
    number -= SEQUENCES - KINDS;
  for (unsigned count = KINDS; number >= count; count *= KINDS, calls++)
    number -= count;
  /* Mostly one type: the calls' scratch is of one size then, and compilers may take one call's value for another's. */
  const enum ref_type usual = make_type(m);
  const bool at_once = make_chance(m, 25);
  for (unsigned k = 0; k < calls; k++, number /= KINDS) {
    const enum work_group_function what = function_of(m, number % KINDS);
    const bool vote = what == ALL || what == ANY;
    struct expression *e = make_work_group_call(m, what,
                                                vote                 ? REF_INT
                                                : make_chance(m, 75) ? usual
                                                                     : make_type(m),
                                                make_below(m, 2));
    if (at_once) {
      add_store(m, block, e);
      continue;
    }
    struct statement *s = make_empty(m, ASSIGN, make_bounded(m, e, VARIABLE_MOST));
    s->index = results[k] = make_variable(m, shape_scalar(e->type), false);
    block_add(m->p, block, s);
  }
  for (unsigned k = 0; k < calls && !at_once; k++) {
    struct expression *e = make_node(m, VARIABLE, m->f->variables[results[k]].is.type, false);
    e->index = results[k];
    if (loops) {
      /* PoCL 7 loads nothing again for a store in a loop. */
      struct expression *more = make_node(m, OPERATION, e->type, false);
      more->what = PLUS;
      make_operand(more, make_bounded(m, e, VARIABLE_MOST));
      make_operand(more, make_constant(m, e->type, 3));
      more->most = VARIABLE_MOST + 3;
      e = more;
    }
    add_store(m, block, e);
  }
}

void make_sequences(struct maker *m) {
  struct program *p = m->p;
  const unsigned first = (unsigned)((p->seed + SEQUENCE_PROGRAMS - 1) % SEQUENCE_PROGRAMS) * KERNELS;
  m->lone = true;
  m->in = (struct context){.uniform = true, .arm = true, .width = WIDTH_MOST};
  p->functions = program_add(p, KERNELS * sizeof *p->functions);
  for (; p->function_count < KERNELS; p->function_count++) {
    m->f = &p->functions[p->function_count];
    m->f->is_kernel = m->f->calls = true;
    m->f->style = make_below(m, 8);
    make_launch(m);
    m->f->required_size |= m->p->limits.lanes.size != 0; /* the child then compiles without a limit */
    make_sequence(m, first + p->function_count);
  }
}
