/* Sequences of calls: kernels on small whole numbers, each with its expected output. */
#include "calls.h"
#include "suite.h"

#include "inputs.h"
#include "reference.h"
#include "report.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A program and the kernels of it that are run. */
struct group_of_calls {
  const char *prefix;
  struct source source;
  const struct call *calls;
  size_t count;
  const struct suite_shape *shapes;
  unsigned shape_count;
  size_t groups; /* in a launch; 0: as usual */
};

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
  const bool is_plain = s->builder->way == WAY_CLANG || (s->builder->way == WAY_SOURCE && route &&
                                                         !strcmp(route, "link") && !device_takes_spirv(s->device, 16));
  if (call->traits & PRIVATE_ARRAY && is_plain && !strcmp(s->device->platform_name, "rusticl"))
    return "work-items share a private array that is live across a barrier where clgroup-cc has not compiled the "
           "kernel";
  return NULL;
}

void calls_judge(const char *name, const struct call *call, const struct shape *shape, const cl_int *in,
                 const cl_uint *uniform, const void *out, unsigned first_column, unsigned columns) {
  enum ref_type type = call->traits & IN_PLACE ? REF_INT : REF_LONG;
  size_t items = shape_items(shape), groups = shape_group_count(shape), bad = 0;
  char first[256] = "";
  for (size_t i = 0; i < groups; i++) {
    struct group g = shape_group(shape, i);
    int *x = allocate(g.n * sizeof *x);
    struct run run = {.x = x, .n = g.n, .uniform = uniform[i]};
    memcpy(run.size, g.size, sizeof run.size);
    run.out = allocate(g.n * call->columns * sizeof *run.out);
    for (size_t rank = 0; rank < g.n; rank++)
      x[rank] = in[shape_item(shape, &g, rank)];
    calls_expect(call, &run);
    for (size_t c = first_column; c < first_column + columns; c++)
      for (size_t rank = 0; rank < g.n; rank++) {
        uint64_t got = ref_load(type, out, c * items + shape_item(shape, &g, rank));
        uint64_t expected = ref_from_integer(type, run.out[c * g.n + rank]);
        if (got != expected && !bad++)
          snprintf(first, sizeof first,
                   "result %zu: expected %lld (%#llx), got %lld (%#llx)\n  at rank %zu of %zu, work-group %zu of %zu, "
                   "its uniform number %u",
                   c, (long long)expected, (unsigned long long)expected, (long long)got, (unsigned long long)got, rank,
                   g.n, i, groups, (unsigned)uniform[i]);
      }
    free(run.out);
    free(x);
  }
  if (bad)
    report_fail(name, "%s; wrong: %zu results", first, bad);
  else
    report_pass(name);
}

static void run_one(const struct suite *s, cl_program program, const struct group_of_calls *all,
                    const struct call *call, const struct suite_shape *of) {
  struct suite_shape fixed = {{call->fixed, 1, 1}, false};
  if (call->fixed)
    of = &fixed;
  enum { LEAST_GROUPS = 12, MOST_GROUPS = 200 };
  const struct shape shape = shape_make(
      of->local, all->groups ? all->groups : suite_groups(s, of->local, LEAST_GROUPS, MOST_GROUPS), of->tail);
  char text[64], name[SUITE_NAME], *error;
  size_t n = of->local[0] * of->local[1] * of->local[2];
  shape_name(&shape, text, sizeof text);
  snprintf(name, sizeof name, "%s%s/%s", all->prefix, call->kernel, text);
  if (!suite_begins(s, program, call->kernel, n, name))
    return;
  size_t items = shape_items(&shape), groups = shape_group_count(&shape);
  cl_int *in = allocate(items * sizeof *in);
  cl_uint *uniform = allocate(groups * sizeof *uniform);
  uint64_t state = s->seed;
  for (size_t i = 0; i < items; i++)
    in[i] = (cl_int)(random_next(&state) % 17) - 8;
  for (size_t i = 0; i < groups; i++)
    uniform[i] = (cl_uint)(random_next(&state) % 7);
  bool placed = call->traits & IN_PLACE;
  const struct launch l = {.kernel = call->kernel,
                           .in = in,
                           .in_bytes = sizeof *in,
                           .uniform = uniform,
                           .columns = call->columns,
                           .out_bytes = placed ? sizeof(cl_int) : sizeof(cl_long),
                           .local_bytes = call->traits & HAS_LOCAL_ARGUMENT ? n * sizeof(cl_int) : 0,
                           .in_place = placed};
  void *out = launch_run(s->device, program, &shape, &l, &error);
  if (out)
    calls_judge(name, call, &shape, in, uniform, out, 0, call->columns);
  else
    report_fail(name, "%s", error);
  free(out);
  free(error);
  free(in);
  free(uniform);
}

static void run_group(struct suite *s, const struct group_of_calls *all) {
  char name[SUITE_NAME], *log = NULL;
  cl_program program = NULL;
  bool tried = false;
  for (size_t i = 0; i < all->count; i++) {
    const struct call *call = &all->calls[i];
    const char *reason = lacks(s, call);
    snprintf(name, sizeof name, "%s%s", all->prefix, call->kernel);
    const struct suite_shape fixed = {{call->fixed, 1, 1}, false};
    if (!suite_wants_any(s, name, call->fixed ? &fixed : all->shapes, call->fixed ? 1 : all->shape_count))
      continue;
    if (reason || call->fixed > s->max_size) {
      report_skip(name, "%s", reason ? reason : "work-groups of its size were not asked for");
      continue;
    }
    if (!tried) {
      char step[SUITE_NAME];
      snprintf(step, sizeof step, "%sbuild", all->prefix);
      report_step(step);
      program = builder_build(s->builder, &all->source, &log);
      tried = true;
    }
    if (!program) {
      report_fail(name, "%s", log);
      continue;
    }
    for (unsigned k = 0; k < (call->fixed ? 1 : all->shape_count); k++)
      run_one(s, program, all, call, &all->shapes[k]);
  }
  if (program)
    clReleaseProgram(program);
  free(log);
}

/* The shapes that fit, of a list that ends with zeros. */
static unsigned fitting(const struct suite *s, const struct suite_shape *list, struct suite_shape *fit) {
  unsigned count = 0;
  for (; list->local[0]; list++) {
    bool tail = list->tail && !s->device->non_uniform;
    if (list->local[0] * list->local[1] * list->local[2] <= s->max_size && !tail)
      fit[count++] = *list;
  }
  return count;
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

static void run_nearly_all_local(struct suite *s, const struct suite_shape *shapes) {
  /* What the widest strategy needs for 64 work-items of 4 bytes, twice, with its padding; far below what it would
   * need for the device's largest work-group. */
  enum { LEFT_FREE = 4096 };
  char *text = defines(s, s->max_size);
  text_add(&text, "#define OWN_INTS %llu\n", (unsigned long long)(s->device->local_memory - LEFT_FREE) / 4);
  const struct group_of_calls all = {
      .prefix = "calls/",
      .source = {.file = "nearly_all_local.cl", .defines = text, .max_size = s->max_size},
      .calls = calls_nearly_all_local,
      .count = 1,
      .shapes = shapes,
      .shape_count = 1};
  enum way way = s->builder->way;
  if (way != WAY_LINK && way != WAY_SOURCE && way != WAY_IL)
    run_group(s, &all);
  else if (suite_wants(s, "calls/nearly_all_local/64x1x1"))
    report_skip("calls/nearly_all_local/64x1x1", "the library's modules are linked with scratch of their full size");
  free(text);
}

void run_calls(struct suite *s) {
  /* 17, for Oclgrind too: more work-items than the scratch has elements before theirs. */
  static const struct suite_shape few[] = {
      {{64, 1, 1}, false}, {{33, 1, 1}, false}, {{5, 7, 1}, false}, {{17, 1, 1}, false}, {{0}, false}};
  static const struct suite_shape many[] = {
      {{64, 1, 1}, false},   {{33, 1, 1}, false}, {{5, 7, 1}, false},   {{8, 1, 1}, false}, {{1, 1, 1}, false},
      {{2, 1, 1}, false},    {{17, 1, 1}, false}, {{256, 1, 1}, false}, {{3, 5, 7}, false}, {{16, 4, 2}, false},
      {{1000, 1, 1}, false}, {{100, 1, 1}, true}, {{8, 8, 1}, true},    {{0}, false}};
  struct suite_shape shapes[16];
  unsigned count = fitting(s, s->full_sizes ? many : few, shapes);
  /* Its own local arrays take 12 bytes per work-item, next to the library's. */
  size_t max_size = s->max_size < 1024 ? s->max_size : 1024;
  char *text = defines(s, max_size);
  if (!count)
    shapes[count++] = (struct suite_shape){{1, 1, 1}, false};
  struct group_of_calls all = {
      .prefix = "calls/",
      .source = {.file = "calls.cl", .defines = text, .max_size = max_size},
      .calls = calls_kernels,
      .shapes = shapes,
      .shape_count = count,
  };
  while (calls_kernels[all.count].kernel)
    all.count++;
  run_group(s, &all);

  /* Thousands of small work-groups on all threads, several times. */
  if (!s->quick) {
    struct group_of_calls crowd = all;
    crowd.prefix = "calls/crowd/";
    crowd.count = 3;
    crowd.shape_count = 1;
    crowd.groups = 3000;
    run_group(s, &crowd);
  }

  run_nearly_all_local(s, shapes);
  struct group_of_calls other = all;
  other.source.file = "kernel_calls_kernel.cl";
  other.calls = calls_kernel_calls_kernel;
  other.count = 1;
  run_group(s, &other);
  other.source.file = "own_function.cl";
  other.source.standard = "CL1.2";
  other.calls = calls_own_function;
  other.shape_count = 1;
  run_group(s, &other);
  free(text);
}
