/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "functions.h"

#include "report.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A column's test, of columns up to the next one's. */
static void name_test(char *name, const struct kernels *p, const struct kernel *k, unsigned column, const char *shape) {
  char test[SUITE_NAME / 2];
  k->name_test(k, column, test, sizeof test);
  snprintf(name, SUITE_NAME, "%s%s%s%s", p->prefix, test, *shape ? "/" : "", shape);
}

static unsigned width(const struct kernel *k) {
  return k->is_one_test ? k->columns : 1;
}

/* The shapes of the kernel's tests; returns how many. */
static unsigned shapes_of(const struct kernels *p, const struct kernel *k, struct suite_shape *fixed,
                          const struct suite_shape **shapes) {
  *fixed = (struct suite_shape){{k->fixed, 1, 1}, false};
  *shapes = k->fixed ? fixed : p->shapes;
  return k->fixed ? 1 : p->shape_count;
}

static bool column_is_wanted(const struct suite *s, const struct kernels *p, const struct kernel *k, unsigned column) {
  struct suite_shape fixed;
  const struct suite_shape *shapes;
  char name[SUITE_NAME];
  const unsigned count = shapes_of(p, k, &fixed, &shapes);
  name_test(name, p, k, column, "");
  return suite_wants_any(s, name, shapes, count);
}

bool kernel_is_wanted(const struct suite *s, const struct kernels *p, const struct kernel *k) {
  for (unsigned c = 0; c < k->columns; c += width(k))
    if (column_is_wanted(s, p, k, c))
      return true;
  return false;
}

void kernel_report(const struct suite *s, const struct kernels *p, const struct kernel *k, bool fails,
                   const char *why) {
  char name[SUITE_NAME];
  for (unsigned c = 0; c < k->columns; c += width(k)) {
    name_test(name, p, k, c, "");
    if (column_is_wanted(s, p, k, c))
      (fails ? report_fail : report_skip)(name, "%s", why);
  }
}

static void make(struct launched *l, const struct suite *s, const struct kernel *k, const struct suite_shape *of) {
  *l = (struct launched){.suite = s, .kernel = k, .n = of->local[0] * of->local[1] * of->local[2]};
  l->shape = shape_make(of->local, k->count(k, s, of->local), of->tail);
  l->groups = shape_group_count(&l->shape);
  l->first = allocate(l->groups * sizeof *l->first);
  l->x = allocate(shape_items(&l->shape) * sizeof *l->x);
  l->uniform = allocate(l->groups * sizeof *l->uniform);
  for (size_t i = 1; i < l->groups; i++)
    l->first[i] = l->first[i - 1] + shape_group(&l->shape, i - 1).n;
  k->fill(l);
}

static void *launch(const struct launched *l, cl_program program, char **error) {
  const struct kernel *k = l->kernel;
  unsigned char *in = allocate(shape_items(&l->shape) * ref_bytes(k->in));
  for (size_t i = 0; i < l->groups; i++) {
    const struct group g = shape_group(&l->shape, i);
    for (size_t rank = 0; rank < g.n; rank++)
      ref_store(k->in, in, shape_item(&l->shape, &g, rank), l->x[l->first[i] + rank]);
  }
  const struct launch launch = {.kernel = k->name,
                                .in = in,
                                .in_bytes = ref_bytes(k->in),
                                .uniform = l->uniform,
                                .columns = k->columns,
                                .out_bytes = ref_bytes(k->out),
                                .local_bytes = k->has_local_argument ? l->n * sizeof(cl_int) : 0,
                                .in_place = k->in_place};
  void *out = launch_run(l->suite->device, program, &l->shape, &launch, error);
  free(in);
  return out;
}

/* Compares a work-group's column with what is expected. */
static bool is_expected(const uint64_t *expected, const uint64_t *got, size_t n, struct ref_mismatch *m) {
  *m = (struct ref_mismatch){.rule = "not the value"};
  for (size_t rank = n; rank-- > 0;)
    if (got[rank] != expected[rank]) {
      m->rank = rank;
      m->expected = expected[rank];
      m->got = got[rank];
      m->count++;
    }
  return !m->count;
}

/* What was wrong in the columns of a test. */
struct wrong {
  struct ref_mismatch first;
  size_t group, groups, items;
  unsigned column;
};

static void judge_group(const struct launched *l, size_t group, unsigned first, unsigned columns, const void *out,
                        struct wrong *wrong) {
  const struct kernel *k = l->kernel;
  const struct group g = shape_group(&l->shape, group);
  uint64_t *got = allocate(g.n * sizeof *got), *expected = allocate(g.n * k->columns * sizeof *expected);
  bool good = true;
  if (k->expect)
    k->expect(l, group, expected);
  for (unsigned c = first; c < first + columns; c++) {
    struct ref_mismatch m;
    for (size_t rank = 0; rank < g.n; rank++)
      got[rank] = ref_load(k->out, out, c * shape_items(&l->shape) + shape_item(&l->shape, &g, rank));
    if (k->expect ? is_expected(expected + c * g.n, got, g.n, &m) : k->judge(l, group, c, got, &m))
      continue;
    if (!wrong->items) {
      wrong->first = m;
      wrong->group = group;
      wrong->column = c;
    }
    wrong->items += m.count;
    good = false;
  }
  wrong->groups += !good;
  free(got);
  free(expected);
}

/* Judges a test; one line for all that is wrong in it. */
static void judge(const struct launched *l, const char *name, unsigned first, const void *out) {
  const struct kernel *k = l->kernel;
  struct wrong w = {0};
  for (size_t i = 0; i < l->groups; i++)
    judge_group(l, i, first, width(k), out, &w);
  if (!w.groups) {
    report_pass(name);
    return;
  }
  char inputs[128];
  const int digits = 2 * (int)ref_bytes(k->out);
  snprintf(inputs, sizeof inputs, "its number %u", l->uniform[w.group]);
  if (l->inputs)
    inputs_describe(&l->inputs[w.group], inputs, sizeof inputs);
  report_fail(name,
              "%s: expected 0x%0*llx (%.9Lg), got 0x%0*llx (%.9Lg)\n"
              "  result %u at rank %zu of %zu, work-group %zu of %zu, inputs: %s\n"
              "  wrong: %zu work-items in %zu work-groups",
              w.first.rule, digits, (unsigned long long)w.first.expected, ref_to_real(k->out, w.first.expected), digits,
              (unsigned long long)w.first.got, ref_to_real(k->out, w.first.got), w.column, w.first.rank,
              shape_group(&l->shape, w.group).n, w.group, l->groups, inputs, w.items, w.groups);
}

/* Runs could differ in floating point: repeating a launch must give the same bits. */
static void judge_repeat(const struct launched *l, cl_program program, const char *name, const void *out) {
  char *error;
  void *again = launch(l, program, &error);
  if (!again)
    report_fail(name, "%s", error);
  else if (memcmp(out, again, l->kernel->columns * ref_bytes(l->kernel->out) * shape_items(&l->shape)))
    report_fail(name, "two runs of the same launch differ");
  else
    report_pass(name);
  free(again);
  free(error);
}

static void run_launch(const struct suite *s, cl_program program, const struct kernels *p, const struct kernel *k,
                       const struct suite_shape *of, const char *shape) {
  struct launched l;
  char name[SUITE_NAME], *error;
  make(&l, s, k, of);
  void *out = launch(&l, program, &error);
  for (unsigned c = 0; c < k->columns; c += width(k)) {
    name_test(name, p, k, c, shape);
    if (suite_wants(s, name) && out)
      judge(&l, name, c, out);
    else if (suite_wants(s, name))
      report_fail(name, "%s", error);
  }
  snprintf(name, sizeof name, "%srepeat_%s/%s/%s", p->prefix, k->name, ref_type_name(k->in), shape);
  if (out && k->repeats && suite_wants(s, name))
    judge_repeat(&l, program, name, out);
  free(l.first);
  free(l.x);
  free(l.uniform);
  free(l.inputs);
  free(out);
  free(error);
}

static void run_shape(const struct suite *s, cl_program program, const struct kernels *p, const struct kernel *k,
                      const struct suite_shape *of) {
  const size_t limit = launch_limit(s->device, program, k->name);
  const char *obstacle = k->obstacle ? k->obstacle(k, s, of->local) : NULL;
  char name[SUITE_NAME], shape[64], why[128] = "";
  bool any = false;
  suite_shape_name(of, shape, sizeof shape);
  if (limit && limit < of->local[0] * of->local[1] * of->local[2])
    snprintf(why, sizeof why, "the driver limits this kernel to work-groups of %zu", limit);
  else if (obstacle)
    snprintf(why, sizeof why, "%s", obstacle);
  for (unsigned c = 0; c < k->columns; c += width(k)) {
    name_test(name, p, k, c, shape);
    if (!suite_wants(s, name))
      continue;
    if (!any)
      report_step(name);
    any = true;
    if (*why)
      report_skip(name, "%s", why);
  }
  if (any && !*why)
    run_launch(s, program, p, k, of, shape);
}

void kernels_run(const struct suite *s, const struct kernels *p, const struct source *source) {
  char step[SUITE_NAME], *log = NULL;
  bool any = false;
  for (unsigned i = 0; i < p->count; i++)
    any |= kernel_is_wanted(s, p, &p->list[i]);
  if (!any)
    return;
  snprintf(step, sizeof step, "%sbuild%s", p->prefix, p->what);
  report_step(step);
  cl_program program = builder_build(s->builder, source, &log);
  for (unsigned i = 0; i < p->count; i++) {
    struct suite_shape fixed;
    const struct suite_shape *shapes;
    const unsigned count = shapes_of(p, &p->list[i], &fixed, &shapes);
    if (!program)
      kernel_report(s, p, &p->list[i], true, log);
    for (unsigned k = 0; program && k < count; k++)
      run_shape(s, program, p, &p->list[i], &shapes[k]);
  }
  if (program)
    clReleaseProgram(program);
  free(log);
}
