/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sequences of calls: kernels on small whole numbers, each with its expected output; and votes. */
#include "calls.h"
#include "functions.h"

#include "report.h"
#include "text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether clgroup-cc compiles the kernels for sure. */
static bool has_own_compiler(const struct suite *s) {
  const char *route = getenv("CLGROUP_ROUTE"), *mode = getenv("CLGROUP_MODE");
  if (s->builder->way == WAY_SOURCE)
    return mode && !strcmp(mode, "always") && route && !strcmp(route, "compile");
  return s->builder->way != WAY_LINK && s->builder->way != WAY_NATIVE;
}

static const char *lacks(const struct suite *s, const struct call *call) {
  if (call->traits & NEEDS_DOUBLE && !s->device->fp64)
    return "the device has no cl_khr_fp64";
  if (call->traits & NEEDS_HALF && !s->device->fp16)
    return "the device has no cl_khr_fp16";
  if (call->traits & UNSET && !has_own_compiler(s))
    return "drivers' own compilers take each variable that is passed for one that all work-items have set";
  const char *route = getenv("CLGROUP_ROUTE");
  const bool is_plain =
      s->builder->way == WAY_CLANG || (s->builder->way == WAY_SOURCE && route && !strcmp(route, "link"));
  if (call->traits & PRIVATE_ARRAY && is_plain && !strcmp(s->device->platform_name, "rusticl") &&
      atoi(s->device->driver) <= 26 && !strncmp(s->device->name, "llvmpipe", 8))
    return "rusticl 25 and 26 on llvmpipe: work-items share a private array that lives across a barrier, in plain "
           "OpenCL C too (docs/drivers.md), where clgroup-cc has not compiled the kernel";
  return call->fixed > s->max_size ? "work-groups of its size were not asked for" : NULL;
}

static void name_call(const struct kernel *k, unsigned column, char *name, size_t size) {
  (void)column;
  snprintf(name, size, "%s", k->name);
}

/* `form`: how many; 0: as usual. */
static size_t count_calls(const struct kernel *k, const struct suite *s, const size_t local[3]) {
  enum { LEAST_GROUPS = 12, MOST_GROUPS = 200 };
  return k->form ? k->form : suite_groups(s, local, LEAST_GROUPS, MOST_GROUPS);
}

static void fill_calls(struct launched *l) {
  uint64_t state = l->suite->seed;
  for (size_t i = 0; i < shape_items(&l->shape); i++)
    l->x[i] = ref_from_integer(REF_INT, (int64_t)(random_next(&state) % 17) - 8);
  for (size_t i = 0; i < l->groups; i++)
    l->uniform[i] = (cl_uint)(random_next(&state) % 7);
}

static void expect_calls(const struct launched *l, size_t group, uint64_t *expected) {
  const struct kernel *k = l->kernel;
  const struct group g = shape_group(&l->shape, group);
  int *x = allocate(g.n * sizeof *x);
  struct run run = {.x = x, .n = g.n, .uniform = l->uniform[group]};
  memcpy(run.size, g.size, sizeof run.size);
  run.out = allocate(g.n * k->columns * sizeof *run.out);
  for (size_t rank = 0; rank < g.n; rank++)
    x[rank] = (int)l->x[l->first[group] + rank];
  calls_expect(k->data, &run);
  for (size_t i = 0; i < g.n * k->columns; i++)
    expected[i] = ref_from_integer(k->out, run.out[i]);
  free(run.out);
  free(x);
}

static struct kernel kernel_of(const struct call *call) {
  return (struct kernel){.name = call->kernel,
                         .in = REF_INT,
                         .out = call->traits & IN_PLACE ? REF_INT : REF_LONG,
                         .columns = call->columns,
                         .is_one_test = true,
                         .in_place = call->traits & IN_PLACE,
                         .has_local_argument = call->traits & HAS_LOCAL_ARGUMENT,
                         .fixed = call->fixed,
                         .name_test = name_call,
                         .count = count_calls,
                         .fill = fill_calls,
                         .expect = expect_calls,
                         .data = call};
}

/* Runs the kernels of a file, up to `most`. */
static void run_file(const struct suite *s, const char *prefix, const struct source *source, const struct call *calls,
                     unsigned most, unsigned groups, const struct suite_shape *shapes, unsigned shape_count) {
  enum { MOST_KERNELS = 40 };
  struct kernel list[MOST_KERNELS];
  struct kernels p = {.prefix = prefix, .what = "", .list = list, .shapes = shapes, .shape_count = shape_count};
  for (unsigned i = 0; i < most && calls[i].kernel; i++) {
    const char *reason = lacks(s, &calls[i]);
    list[p.count] = kernel_of(&calls[i]);
    list[p.count].form = groups;
    if (reason)
      kernel_report(s, &p, &list[p.count], false, reason);
    p.count += !reason;
  }
  kernels_run(s, &p, source);
}

static char *defines(const struct suite *s, size_t max_size) {
  char *text = NULL;
  text_add(&text, "#define GUARD %d\n#define MAX_SIZE %zu\n", LAUNCH_GUARD, max_size);
  if (s->device->fp64)
    text_add(&text, "#define HAVE_DOUBLE\n");
  if (s->device->fp16)
    text_add(&text, "#define HAVE_HALF\n");
  return text;
}

static void run_nearly_all_local(struct suite *s) {
  /* What the widest strategy needs for 64 work-items of 4 bytes, twice, with its padding; far below what it would
   * need for the device's largest work-group. */
  enum { LEFT_FREE = 4096 };
  const enum way way = s->builder->way;
  char *text = defines(s, s->max_size);
  text_add(&text, "#define OWN_INTS %llu\n", (unsigned long long)(s->device->local_memory - LEFT_FREE) / 4);
  const struct source source = {.file = "nearly_all_local.cl", .defines = text, .max_size = s->max_size};
  if (way != WAY_LINK && way != WAY_SOURCE && way != WAY_IL)
    run_file(s, "calls/", &source, calls_nearly_all_local, 1, 0, NULL, 0);
  else if (suite_wants(s, "calls/nearly_all_local/64x1x1"))
    report_skip("calls/nearly_all_local/64x1x1", "the library's modules are linked with scratch of their full size");
  free(text);
}

void run_calls(struct suite *s) {
  struct suite_shape shapes[16];
  unsigned count = suite_shapes(s, s->quick ? shapes_calls_quick : shapes_calls, shapes);
  if (!count)
    shapes[count++] = (struct suite_shape){{1, 1, 1}, false};
  /* Its own local arrays take 12 bytes per work-item, next to the library's. */
  const size_t max_size = s->max_size < 1024 ? s->max_size : 1024;
  char *text = defines(s, max_size);
  struct source source = {.file = "calls.cl", .defines = text, .max_size = max_size};
  run_file(s, "calls/", &source, calls_kernels, UINT_MAX, 0, shapes, count);
  /* Thousands of small work-groups on all threads, several times. */
  if (!s->quick)
    run_file(s, "calls/crowd/", &source, calls_kernels, 3, 3000, shapes, 1);
  run_nearly_all_local(s);
  source.file = "kernel_calls_kernel.cl";
  run_file(s, "calls/", &source, calls_kernel_calls_kernel, 1, 0, shapes, count);
  source.file = "own_function.cl";
  source.standard = "CL1.2";
  run_file(s, "calls/", &source, calls_own_function, 1, 0, shapes, 1);
  free(text);
}

/* ---- work_group_all and work_group_any: nobody, everybody, one odd item at each rank, truth of every form ---- */

/* Any number but zero is true: a bit that a narrowing or a sign test would lose. */
static const cl_int truths[] = {1, -1, 2, 256, INT_MIN, 65536, INT_MAX, 0x01000000};
enum { TRUTHS = sizeof truths / sizeof *truths };

/* `form`: asked about any truth, else about 0 and 1. */
static void name_vote(const struct kernel *k, unsigned column, char *name, size_t size) {
  static const char *const names[2][2] = {{"all", "any"}, {"all_truths", "any_truths"}};
  snprintf(name, size, "%s", names[k->form][column]);
}

static size_t count_votes(const struct kernel *k, const struct suite *s, const size_t local[3]) {
  (void)k;
  return suite_groups(s, local, 24, 2 * local[0] * local[1] * local[2] + 2);
}

/* The groups of a launch: all false, all true, then one false and one true item at each rank in turn. */
static cl_int predicate(size_t group, size_t n, size_t rank, bool any_truth) {
  const cl_int yes = any_truth ? truths[(group / 2 + rank) % TRUTHS] : 1;
  if (group < 2)
    return group ? yes : 0;
  const bool odd = rank == (group - 2) / 2 % n;
  return (group % 2 != 0) == odd ? yes : 0;
}

/* Too many ranks for one launch: steps over them, with both kinds of odd item at each. */
static size_t kind_of(size_t group, size_t groups, size_t n) {
  const size_t step = groups < 2 * n + 2 ? 2 * (n / (groups / 2)) + 1 : 1;
  return group < 2 ? group : 2 + ((group - 2) / 2 * step % n) * 2 + group % 2;
}

static void fill_votes(struct launched *l) {
  for (size_t i = 0; i < l->groups; i++) {
    const size_t n = shape_group(&l->shape, i).n;
    for (size_t rank = 0; rank < n; rank++)
      l->x[l->first[i] + rank] =
          ref_from_integer(REF_INT, predicate(kind_of(i, l->groups, l->n), n, rank, l->kernel->form));
  }
}

void run_votes(struct suite *s) {
  char defines[64];
  struct kernel list[2] = {kernel_of(calls_votes), kernel_of(calls_votes)};
  for (unsigned any_truth = 0; any_truth < 2; any_truth++) {
    list[any_truth].is_one_test = false;
    list[any_truth].name_test = name_vote;
    list[any_truth].count = count_votes;
    list[any_truth].fill = fill_votes;
    list[any_truth].form = any_truth;
  }
  const struct kernels p = {
      .prefix = "", .what = "/votes", .list = list, .count = 2, .shapes = s->shapes, .shape_count = s->shape_count};
  snprintf(defines, sizeof defines, "#define GUARD %d\n", LAUNCH_GUARD);
  const struct source source = {.file = "votes.cl", .defines = defines, .max_size = s->max_size};
  kernels_run(s, &p, &source);
}
