/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "judge.h"

#include "inputs.h"
#include "report.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The second operand: any number, or one of which the lowest bit is set in all work-items, none, a few, or all but a
 * few. */
static uint32_t second_operand(unsigned number, size_t rank, uint32_t any) {
  const bool is_rare = rank % 23 == 7, odd[] = {any & 1, true, false, is_rare, !is_rare};
  return (any & ~1u) | odd[number % 5];
}

/* Whether the work-item takes the branch: some do, all, every other one, or a few. */
static bool takes_branch(unsigned number, size_t rank) {
  const bool takes[] = {(rank * 7 + 3) % 5 < 3, true, rank % 2, rank % 17 == 5};
  return takes[number % 4];
}

static struct value operand(const struct test *t, const struct draw *draw) {
  return t->operand ? t->operand(t, draw) : algebra_operand(t->algebra, draw->random);
}

static void make_input(const struct test *t, const struct shape *shape, unsigned number, unsigned launch,
                       struct item *in, cl_uint *shared) {
  static uint64_t state;
  struct draw draw = {number, launch, 0, random_next(&state)};
  const struct value same = operand(t, &draw);
  for (size_t g = 0; g < shape_group_count(shape); g++) {
    const struct group group = shape_group(shape, g);
    shared[g] = (cl_uint)(random_next(&state) >> 32);
    for (size_t rank = 0; rank < group.n; rank++) {
      draw.item = shape_item(shape, &group, rank);
      draw.random = random_next(&state);
      struct item *item = &in[draw.item];
      const bool is_same = launch < t->repeats && (number % 3 == 1 || (number % 3 == 2 && rank % 19 != 11));
      item->x = is_same ? same : operand(t, &draw);
      item->a = second_operand(number, rank, (uint32_t)(random_next(&state) >> 32));
      item->branch = takes_branch(number, rank);
    }
  }
}

const struct item *member_item(const struct members *m, unsigned member) {
  return &m->w->in[m->w->at[m->ranks[member]]];
}

struct value member_x(const struct members *m, unsigned member, unsigned k) {
  return m->w->in[(m->w->at[m->ranks[member]] + k) % shape_items(m->w->shape)].x;
}

const struct value *member_got(const struct members *m, unsigned member, unsigned column) {
  return &m->w->out[column * shape_items(m->w->shape) + m->w->at[m->ranks[member]]];
}

static void add_bytes(char **text, const struct value *value, unsigned bytes) {
  for (unsigned i = bytes; i-- > 0;)
    text_add(text, "%02x", ((const unsigned char *)value)[i]);
}

/* What is wrong with one member's results, or NULL. */
static char *judge_member(const struct members *m, bool *compared) {
  const struct test *t = m->test;
  struct value wanted[MOST_COLUMNS] = {{{0}}};
  const uint64_t defined = t->expect(m, wanted);
  char *error = NULL;
  *compared |= defined || t->judge_launch;
  for (unsigned c = 0; c < t->columns && !error; c++) {
    const struct value *got = member_got(m, m->own, c);
    if (!(defined >> c & 1) || (t->accepts ? t->accepts(m, got, &wanted[c]) : !memcmp(got, &wanted[c], t->bytes)))
      continue;
    text_add(&error, "work-item %zu, rank %u, member %u of %u, result %u: ", m->w->at[m->ranks[m->own]],
             m->ranks[m->own], m->own, m->count, c);
    add_bytes(&error, got, t->bytes);
    text_add(&error, " instead of ");
    add_bytes(&error, &wanted[c], t->bytes);
  }
  return error;
}

/* Orders the work-items by sub-group and lane, or by rank. */
static void put_in_order(const struct test *t, const struct work_group *w, unsigned *ranks) {
  for (unsigned rank = 0; rank < w->n; rank++) {
    unsigned at = rank;
    const uint64_t *own = w->places[rank].words;
    for (; t->by_lanes && at; at--) {
      const uint64_t *before = w->places[ranks[at - 1]].words;
      if (before[0] < own[0] || (before[0] == own[0] && before[1] <= own[1]))
        break;
      ranks[at] = ranks[at - 1];
    }
    ranks[at] = rank;
  }
}

static void add_up(struct members *m) {
  enum { MOST_ELEMENTS = 16 };
  static struct value sums[MOST_ITEMS * MOST_ELEMENTS + 1];
  const unsigned elements = m->test->elements;
  for (unsigned k = 0; k < m->count * elements; k++) {
    const struct value x = member_x(m, k / elements, k % elements);
    sums[k + 1] = k ? algebra_combine(m->test->algebra, sums[k], x) : x;
  }
  m->sums = sums;
}

/* What is wrong with the results of a work-group, or NULL. */
static char *judge_group(const struct test *t, const struct work_group *w, bool *compared) {
  static unsigned order[MOST_ITEMS];
  static uint64_t groups[MOST_ITEMS];
  static struct members m;
  char *error = t->judge_places ? t->judge_places(t, w) : NULL;
  put_in_order(t, w, order);
  for (unsigned i = 0; i < w->n && !error; i++)
    groups[i] = t->group(t, w, order[i]);
  for (unsigned first = 0; first < w->n && !error; first++) {
    bool is_first = true;
    for (unsigned i = 0; i < first; i++)
      is_first &= groups[i] != groups[first];
    if (!is_first)
      continue;
    m = (struct members){.test = t, .w = w};
    for (unsigned i = first; i < w->n; i++)
      if (groups[i] == groups[first])
        m.ranks[m.count++] = order[i];
    add_up(&m);
    for (m.own = 0; m.own < m.count && !error; m.own++)
      error = judge_member(&m, compared);
  }
  return error;
}

static char *judge_launch(const struct test *t, const struct shape *shape, size_t lanes, const struct item *in,
                          const cl_uint *shared, const struct value *out, unsigned launch, bool *compared) {
  static struct work_group w;
  char *error = NULL;
  w = (struct work_group){.shape = shape, .in = in, .out = out, .launch = launch, .lanes = lanes};
  for (; w.number < shape_group_count(shape) && !error; w.number++) {
    const struct group group = shape_group(shape, w.number);
    w.n = group.n;
    w.shared = shared[w.number];
    for (size_t rank = 0; rank < group.n; rank++) {
      w.at[rank] = shape_item(shape, &group, rank);
      w.places[rank] = out[t->columns * shape_items(shape) + w.at[rank]];
    }
    error = judge_group(t, &w, compared);
  }
  char *end = t->judge_launch ? t->judge_launch(t, &w) : NULL;
  if (!error)
    return end;
  free(end);
  return error;
}

/* Runs a launch. Returns whether all is right, and reports what is not. */
static bool run_launch(const struct device *d, cl_program program, const struct test *t, const char *name,
                       const struct shape *shape, unsigned number, unsigned launch, bool *compared) {
  struct item *in = allocate(shape_items(shape) * sizeof *in);
  cl_uint *shared = allocate(shape_group_count(shape) * sizeof *shared);
  const struct launch l = {.kernel = t->name,
                           .in = in,
                           .in_bytes = sizeof *in,
                           .uniform = shared,
                           .columns = t->columns + 1,
                           .out_bytes = sizeof(struct value),
                           .start = t->starts ? t->start : NULL,
                           .start_bytes = t->starts * sizeof *t->start,
                           .start_column = t->columns - 1};
  char text[64], *error = NULL;
  make_input(t, shape, number, launch, in, shared);
  struct value *out = launch_run(d, program, shape, &l, &error);
  if (out)
    error = judge_launch(t, shape, launch_lanes(d, program, t->name, shape->local), in, shared, out, launch, compared);
  shape_name(shape, text, sizeof text);
  if (error)
    report_fail(name, "work-groups of %s, launch %u: %s", text, number, error);
  const bool good = !error;
  free(error);
  free(out);
  free(shared);
  free(in);
  return good;
}

static void run_test(const struct device *d, cl_program program, const struct program *p, const struct test *t,
                     const char *name) {
  const size_t limit = launch_limit(d, program, t->name);
  struct suite_shape next;
  unsigned number = 0;
  bool ran = false, compared = false;
  report_step(name);
  for (const char *list = p->shapes; *list;) {
    list = shapes_next(list, &next);
    if ((limit && next.local[0] * next.local[1] * next.local[2] > limit) || (next.tail && !d->non_uniform))
      continue;
    const struct shape shape = shape_make(next.local, t->work_groups, next.tail);
    ran = true;
    for (unsigned launch = 0; launch < t->launches; launch++)
      if (!run_launch(d, program, t, name, &shape, number++, launch, &compared))
        return;
  }
  if (compared)
    report_pass(name);
  else if (!ran)
    report_fail(name, "no work-group is small enough for the kernel: %zu work-items at most", limit);
  else if (t->undefined)
    report_skip(name, "%s", t->undefined);
  else
    report_fail(name, "no result was defined");
}

static char *text_of(const struct program *p, const struct test *const *tests, unsigned count) {
  char *text = NULL;
  text_add(&text,
           "typedef struct { ulong words[4]; } value;\n"
           "typedef struct { value x; uint a, branch; } item;\n%s",
           p->head);
  for (unsigned i = 0; i < count; i++) {
    text_add(
        &text, /* PoCL's headers rename functions of OpenCL C, and kernels that are named so */
        "#undef %s\n"
        "kernel %s void %s(global const item *in, global value *out, uint items, global const uint *shared_words) {\n"
        "  size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +\n"
        "    get_global_id(0);\n"
        "  uint shared = shared_words[(get_group_id(2) * get_num_groups(1) + get_group_id(1)) *\n"
        "    get_num_groups(0) + get_group_id(0)];\n"
        "  out += %d;\n",
        tests[i]->name, p->attributes ? p->attributes : "", tests[i]->name, LAUNCH_GUARD);
    if (p->has_places)
      text_add(&text,
               "  global value *place = &out[%u * (size_t)items + i];\n"
               "  place->words[0] = get_sub_group_id();\n"
               "  place->words[1] = get_sub_group_local_id();\n",
               tests[i]->columns);
    text_add(&text, "%s}\n", tests[i]->body);
  }
  return text;
}

/* Builds and runs those tests. */
static void run_tests(struct job *j, const struct program *p, const struct test *const *tests, char (*names)[TEST_NAME],
                      unsigned count) {
  char *log = NULL, *text = text_of(p, tests, count);
  cl_program program = NULL;
  report_step(p->name);
  if (j->kernels)
    puts(text);
  else if (!(program = builder_build_text(&j->builder, &p->source, text, &log)))
    report_fail(p->name, "the program is not built: %s", log);
  for (unsigned i = 0; program && i < count; i++)
    run_test(j->builder.device, program, p, tests[i], names[i]);
  if (program)
    clReleaseProgram(program);
  free(log);
  free(text);
}

void judge_program(struct job *j, const struct program *p) {
  static char names[MOST_TESTS][TEST_NAME];
  const struct test *tests[MOST_TESTS];
  unsigned count = 0;
  for (unsigned i = 0; i < p->count; i++) {
    const struct test *t = &p->tests[i];
    snprintf(names[count], TEST_NAME, "%s%s%s", p->prefix, t->title ? t->title : t->name, p->suffix);
    if (job_wants(j, names[count]))
      tests[count++] = t;
  }
  if (count && p->lacks)
    report_skip(p->name, "%s", p->lacks);
  else if (count)
    run_tests(j, p, tests, names, count);
  for (unsigned i = 0; i < p->count; i++)
    free(p->tests[i].body);
}
