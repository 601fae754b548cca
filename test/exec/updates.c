/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "updates.h"

#include "text.h"

/* What a member is to get is the atomic's value from before its group, combined with one of these. */
static struct entry {
  size_t at; /* of the launch */
  struct value before, through;
} entries[16384];

/* A group: its members' entries, what it combines into the atomic, and what that held before and after. */
static struct step {
  unsigned first, end;
  struct value by, from, to;
  bool is_exact; /* else `from` may hold what came later, where that makes no difference */
} steps[8192];

static unsigned entry_count, step_count;

static uint64_t note_member(const struct members *m, struct value *wanted) {
  (void)wanted;
  if (!m->own)
    steps[step_count++] = (struct step){.first = entry_count, .end = entry_count + m->count, .by = m->sums[m->count]};
  entries[entry_count++] = (struct entry){m->w->at[m->ranks[m->own]], m->sums[m->own], m->sums[m->own + 1]};
  return 0;
}

static struct value combine(const struct test *t, struct value x, struct value y) {
  return algebra_combine(t->algebra, x, y);
}

static bool is_same(struct value x, struct value y) {
  return x.words[0] == y.words[0];
}

static struct value result(const struct test *t, const struct work_group *w, size_t at) {
  struct value x = {{ref_load(t->algebra->scalar, &w->out[at], 0)}};
  return x;
}

/* Whether an operand can be undone: it then counts as often as it is combined, and not once. */
static bool is_undone(const struct test *t) {
  return t->algebra->op == REF_ADD || t->algebra->op == REF_XOR || t->algebra->op == REF_MUL;
}

/* What was there before y was combined. */
static struct value undo(const struct test *t, struct value x, struct value y) {
  const enum ref_type type = t->algebra->scalar;
  uint64_t *bits = &y.words[0], inverse = *bits;
  if (t->algebra->op == REF_ADD) {
    *bits = ref_is_float(type) ? ref_from_real(type, -(double)ref_to_real(type, *bits))
                               : ref_from_integer(type, -(int64_t)*bits);
  } else if (t->algebra->op == REF_MUL) {
    /* The number is odd, so that it has an inverse. The lowest 3 bits of that are the number's own; each step of
     * Newton's method doubles the right bits. */
    for (unsigned right = 3; right < 64; right *= 2)
      inverse *= 2 - *bits * inverse;
    *bits = ref_from_integer(type, (int64_t)inverse);
  }
  return combine(t, x, y);
}

/* What the atomic held before a group, from the first member's result. An exclusive scan returns it. If the operand can
 * be undone, it is computed. Else it is taken to be the start and all groups whose totals the result already contains:
 * these may be more groups than came before, but no result can tell. */
static struct value old_value(const struct test *t, unsigned function, const struct step *own, struct value got) {
  if (function == UPDATE_EXCLUSIVE)
    return got;
  if (is_undone(t))
    return undo(t, got, function == UPDATE_REDUCE ? own->by : entries[own->first].through);
  struct value old = t->start[0];
  for (const struct step *s = steps; s < steps + step_count; s++)
    if (s != own && is_same(combine(t, s->by, got), got))
      old = combine(t, old, s->by);
  return old;
}

/* Whether a group may come next, when the atomic holds `now`. If operands cannot be undone, all later groups must
 * contain what it leaves. */
static bool comes_next(const struct test *t, const struct step *step, unsigned left, struct value now) {
  if ((step->is_exact && !is_same(step->from, now)) || !is_same(combine(t, now, step->by), step->to))
    return false;
  for (unsigned i = 0; !is_undone(t) && i < left; i++)
    if (!is_same(combine(t, step->to, steps[i].to), steps[i].to))
      return false;
  return true;
}

/* Finds an order of the groups in which each begins with the value that the one before left. Reorders the steps. */
static char *judge_order(const struct test *t) {
  struct value now = t->start[0];
  char *error = NULL;
  for (unsigned left = step_count; left && !error; left--) {
    unsigned next = 0;
    while (next < left && !comes_next(t, &steps[next], left, now))
      next++;
    if (next == left) {
      text_add(&error, "no group follows on the value %llx of the atomic", (unsigned long long)now.words[0]);
    } else {
      const struct step taken = steps[next];
      now = taken.to;
      steps[next] = steps[left - 1];
      steps[left - 1] = taken;
    }
  }
  return error;
}

/* The results of one function in one group must follow from one old value. */
static char *judge_step(const struct test *t, const struct work_group *w, unsigned function, const struct step *step) {
  const size_t column = function * shape_items(w->shape);
  char *error = NULL;
  for (const struct entry *e = &entries[step->first]; e < &entries[step->end] && !error; e++) {
    const struct value got = result(t, w, column + e->at), *part = function == UPDATE_REDUCE ? &step->by : &e->through;
    struct value wanted = step->from;
    if (function != UPDATE_EXCLUSIVE)
      wanted = combine(t, step->from, *part);
    else if (e != &entries[step->first])
      wanted = combine(t, step->from, e->before);
    if (!is_same(got, wanted))
      text_add(&error, "function %u, work-item %zu, member %u: %llx instead of %llx", function, e->at,
               (unsigned)(e - &entries[step->first]), (unsigned long long)got.words[0],
               (unsigned long long)wanted.words[0]);
  }
  return error;
}

static char *judge_function(const struct test *t, const struct work_group *w, unsigned function) {
  const size_t column = function * shape_items(w->shape);
  char *error = NULL;
  for (struct step *s = steps; s < steps + step_count; s++) {
    const struct value last = result(t, w, column + entries[s->end - 1].at);
    s->is_exact = is_undone(t) || function == UPDATE_EXCLUSIVE;
    s->from = old_value(t, function, s, result(t, w, column + entries[s->first].at));
    s->to = function == UPDATE_EXCLUSIVE ? combine(t, s->from, s->by) : last;
  }
  for (unsigned i = 0; i < step_count && !error; i++)
    error = judge_step(t, w, function, &steps[i]);
  return error || t->is_local ? error : judge_order(t);
}

static char *judge_updates(const struct test *t, const struct work_group *w) {
  struct value end = t->start[0];
  char *error = NULL;
  for (unsigned i = 0; i < step_count; i++)
    end = combine(t, end, steps[i].by);
  for (unsigned f = 0; f < UPDATE_ATOMICS && !error; f++) {
    const struct value atomic = result(t, w, UPDATE_ATOMICS * shape_items(w->shape) + f);
    if (!is_same(atomic, end))
      text_add(&error, "function %u: the atomic holds %llx instead of %llx", f, (unsigned long long)atomic.words[0],
               (unsigned long long)end.words[0]);
    else if (t->flags >> f & 1)
      error = judge_function(t, w, f);
  }
  entry_count = step_count = 0;
  return error;
}

void update_test(struct test *t, unsigned functions, struct value start, bool is_local) {
  t->columns = UPDATE_COLUMNS;
  t->starts = 3;
  t->start[0] = t->start[1] = t->start[2] = start;
  t->is_local = is_local;
  t->flags = functions;
  t->expect = note_member;
  t->judge_launch = judge_updates;
}
