/* Every work-group function, judged against the reference. */
#include "functions.h"

#include "inputs.h"
#include "names.h"
#include "reference.h"
#include "report.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kernels[] = {"reduce", "scan_inclusive", "scan_exclusive"};

static void test_name(char *name, const struct subject *u, enum ref_family family, enum ref_op op, const char *shape) {
  snprintf(name, SUITE_NAME, "%s%s_%s/%s%s%s", u->prefix, ref_family_name(family), ref_op_name(op),
           ref_type_name(u->type), *shape ? "/" : "", shape);
}

/* Whether the filter wants the test `name` in this shape, or, where `shape` is empty, in any of the subject's. */
static bool wanted(const struct suite *s, const struct subject *u, const char *name, const char *shape) {
  return *shape ? suite_wants(s, name) : suite_wants_any(s, name, u->shapes, u->shape_count);
}

/* Calls visit, unless it is NULL, for each test of the subject that the filter wants; returns how many there are. */
static unsigned each_name(const struct suite *s, const struct subject *u, const char *shape,
                          void (*visit)(const char *name, void *), void *argument) {
  char name[SUITE_NAME];
  unsigned count = 0;
  for (int family = 0; family < REF_FAMILIES; family++)
    for (int op = 0; op < REF_OPS; op++) {
      test_name(name, u, family, op, shape);
      if (!u->families[family] || !u->ops[op] || !wanted(s, u, name, shape))
        continue;
      count++;
      if (visit)
        visit(name, argument);
    }
  for (unsigned form = 0; u->broadcast && form < 3; form++) {
    broadcast_name(name, u, form, shape);
    if (!wanted(s, u, name, shape))
      continue;
    count++;
    if (visit)
      visit(name, argument);
  }
  return count;
}

static void visit_fail(const char *name, void *log) {
  report_fail(name, "%s", (const char *)log);
}

static void visit_skip(const char *name, void *reason) {
  report_skip(name, "%s", (const char *)reason);
}

static char *defines(const struct subject *u) {
  char *text = NULL;
  text_add(&text, "#define GUARD %d\n#define T %s\n", LAUNCH_GUARD, ref_type_name(u->type));
  if (u->required)
    text_add(&text, "#define KERNEL __attribute__((reqd_work_group_size(%zu, %zu, %zu))) kernel\n", u->required[0],
             u->required[1], u->required[2]);
  if (u->type == REF_HALF)
    text_add(&text, "#define HAVE_HALF\n");
  if (u->type == REF_DOUBLE)
    text_add(&text, "#define HAVE_DOUBLE\n");
  if (u->broadcast)
    text_add(&text, "#define BROADCAST\n");
  for (int family = 0; family < REF_FAMILIES; family++) {
    static const char *const macros[] = {"REDUCE_OPS", "SCAN_INCLUSIVE_OPS", "SCAN_EXCLUSIVE_OPS"};
    if (!u->families[family])
      continue;
    text_add(&text, "#define %s(X)", macros[family]);
    for (int op = 0; op < REF_OPS; op++)
      if (u->ops[op])
        text_add(&text, " X(%s)", ref_op_name(op));
    text_add(&text, "\n");
  }
  return text;
}

/* The operands of a launch: as bits, group after group, and as the device sees them. */
struct operands {
  struct shape shape;
  size_t groups;
  struct input *inputs;
  uint64_t *bits;
  size_t *first; /* of each group, in bits */
  void *buffer;
};

static void operands_make(struct operands *o, const struct suite *s, const struct subject *u, const size_t local[3],
                          bool tail) {
  const struct device *d = s->device;
  bool denormals = u->type == REF_DOUBLE ? d->denormals_double
                   : u->type == REF_HALF ? d->denormals_half
                                         : d->denormals_float;
  const struct input_rules rules = {.specials = u->mode == REF_STRICT, .denormals = denormals && u->mode == REF_STRICT};
  size_t n = local[0] * local[1] * local[2];
  /* Even the largest work-groups are launched several at once, to mix threads and inputs. */
  enum { LEAST_GROUPS = 24 };
  size_t groups = suite_groups(s, local, LEAST_GROUPS, inputs_wanted(u->type, &rules, n));
  o->shape = shape_make(local, groups, tail);
  o->groups = shape_group_count(&o->shape);
  o->inputs = allocate(o->groups * sizeof *o->inputs);
  o->first = allocate(o->groups * sizeof *o->first);
  o->bits = allocate(shape_items(&o->shape) * sizeof *o->bits);
  o->buffer = allocate(shape_items(&o->shape) * ref_bytes(u->type));
  inputs_plan(u->type, &rules, n, o->groups, s->seed + n * 31 + local[0] * 7 + tail, o->inputs);
  size_t next = 0;
  for (size_t i = 0; i < o->groups; i++) {
    struct group g = shape_group(&o->shape, i);
    o->first[i] = next;
    next += g.n;
    inputs_fill(u->type, &o->inputs[i], g.n, o->bits + o->first[i]);
    for (size_t rank = 0; rank < g.n; rank++)
      ref_store(u->type, o->buffer, shape_item(&o->shape, &g, rank), o->bits[o->first[i] + rank]);
  }
}

static void operands_free(struct operands *o) {
  free(o->inputs);
  free(o->first);
  free(o->bits);
  free(o->buffer);
}

/* A group's results in one column, by rank. */
static void gather(const struct operands *o, enum ref_type type, const void *out, size_t column, const struct group *g,
                   uint64_t *got) {
  for (size_t rank = 0; rank < g->n; rank++)
    got[rank] = ref_load(type, out, column * shape_items(&o->shape) + shape_item(&o->shape, g, rank));
}

/* Judges each group of one column; one line for all that is wrong in it. */
static void judge_column(const char *name, const struct operands *o, const struct subject *u, enum ref_family family,
                         enum ref_op op, const void *out, size_t column) {
  struct ref_mismatch first = {0}, mismatch;
  size_t bad_groups = 0, bad_items = 0, first_group = 0;
  uint64_t *got = allocate(shape_items(&o->shape) * sizeof *got);
  for (size_t i = 0; i < o->groups; i++) {
    struct group g = shape_group(&o->shape, i);
    gather(o, u->type, out, column, &g, got);
    if (ref_judge(family, op, u->type, o->bits + o->first[i], g.n, got, u->mode, &mismatch))
      continue;
    if (!bad_groups++) {
      first = mismatch;
      first_group = i;
    }
    bad_items += mismatch.count;
  }
  free(got);
  if (!bad_groups) {
    report_pass(name);
    return;
  }
  char inputs[128];
  struct group g = shape_group(&o->shape, first_group);
  int digits = 2 * (int)ref_bytes(u->type);
  inputs_describe(&o->inputs[first_group], inputs, sizeof inputs);
  report_fail(name,
              "%s: expected 0x%0*llx (%.9Lg), got 0x%0*llx (%.9Lg)\n"
              "  at rank %zu of %zu, work-group %zu of %zu, inputs: %s\n  wrong: %zu work-items in %zu work-groups",
              first.rule, digits, (unsigned long long)first.expected, ref_to_real(u->type, first.expected), digits,
              (unsigned long long)first.got, ref_to_real(u->type, first.got), first.rank, g.n, first_group, o->groups,
              inputs, bad_items, bad_groups);
}

/* Runs could differ in floating point: repeating a launch must give the same bits. */
static void judge_repeat(const struct suite *s, cl_program program, const struct subject *u, const struct operands *o,
                         const struct launch *l, const char *shape, const void *out) {
  char name[SUITE_NAME], *error;
  snprintf(name, sizeof name, "%srepeat_%s/%s/%s", u->prefix, l->kernel, ref_type_name(u->type), shape);
  if (!suite_wants(s, name))
    return;
  void *again = launch_run(s->device, program, &o->shape, l, &error);
  if (!again)
    report_fail(name, "%s", error);
  else if (memcmp(out, again, l->columns * l->out_bytes * shape_items(&o->shape)))
    report_fail(name, "two runs of the same launch differ");
  else
    report_pass(name);
  free(again);
  free(error);
}

static void run_family(const struct suite *s, cl_program program, const struct subject *u, enum ref_family family,
                       const struct operands *o, const char *shape) {
  char name[SUITE_NAME], *error;
  struct launch l = {
      .kernel = kernels[family], .in = o->buffer, .in_bytes = ref_bytes(u->type), .out_bytes = ref_bytes(u->type)};
  bool judged[REF_OPS], any = false;
  for (int op = 0; op < REF_OPS; op++) {
    test_name(name, u, family, op, shape);
    l.columns += u->ops[op];
    judged[op] = u->ops[op] && suite_wants(s, name);
    any |= judged[op];
  }
  if (!any)
    return;
  snprintf(name, sizeof name, "%s%s_*/%s/%s", u->prefix, kernels[family], ref_type_name(u->type), shape);
  report_step(name);
  void *out = launch_run(s->device, program, &o->shape, &l, &error);
  for (int op = 0, column = 0; op < REF_OPS; column += u->ops[op], op++) {
    test_name(name, u, family, op, shape);
    if (!judged[op])
      continue;
    if (out)
      judge_column(name, o, u, family, op, out, column);
    else
      report_fail(name, "%s", error);
  }
  if (out && ref_is_float(u->type))
    judge_repeat(s, program, u, o, &l, shape, out);
  free(out);
  free(error);
}

static void run_shape(const struct suite *s, cl_program program, const struct subject *u,
                      const struct suite_shape *shape) {
  const size_t *local = shape->local;
  bool tail = shape->tail;
  char text[64];
  size_t n = local[0] * local[1] * local[2];
  suite_shape_name(shape, text, sizeof text);
  if (!each_name(s, u, text, NULL, NULL))
    return;
  struct operands o;
  operands_make(&o, s, u, local, tail);
  for (int family = 0; family < REF_FAMILIES; family++) {
    if (!u->families[family])
      continue;
    size_t limit = launch_limit(s->device, program, kernels[family]);
    if (limit && limit < n) {
      for (int op = 0; op < REF_OPS; op++) {
        char name[SUITE_NAME];
        test_name(name, u, family, op, text);
        if (u->ops[op] && suite_wants(s, name))
          report_skip(name, "the driver limits this kernel to work-groups of %zu", limit);
      }
      continue;
    }
    run_family(s, program, u, family, &o, text);
  }
  for (unsigned form = 0; u->broadcast && form < 3; form++)
    run_broadcast(s, program, u, shape, form, text);
  operands_free(&o);
}

/* Leaves out the kernels that the filter excludes completely. */
static void prune(const struct suite *s, struct subject *u) {
  for (int family = 0; family <= REF_FAMILIES; family++) {
    struct subject one = *u;
    one.broadcast = u->broadcast && family == REF_FAMILIES;
    for (int other = 0; other < REF_FAMILIES; other++)
      one.families[other] = u->families[other] && other == family;
    bool any = each_name(s, &one, "", NULL, NULL);
    if (family < REF_FAMILIES)
      u->families[family] = u->families[family] && any;
    else
      u->broadcast = u->broadcast && any;
  }
}

/* Builds the subject's program and runs its shapes; when it does not build, each of its tests fails. */
static void run_subject(struct suite *s, const struct subject *asked, const char *what) {
  struct subject only = *asked, *u = &only;
  prune(s, u);
  if (!each_name(s, u, "", NULL, NULL))
    return;
  char step[SUITE_NAME], *log, *text = defines(u);
  const struct source source = {
      .file = "functions.cl", .defines = text, .options = u->options, .max_size = u->max_size};
  snprintf(step, sizeof step, "%sbuild/%s%s", u->prefix, ref_type_name(u->type), what);
  report_step(step);
  cl_program program = builder_build(s->builder, &source, &log);
  free(text);
  if (!program) {
    each_name(s, u, "", visit_fail, log);
  } else {
    for (unsigned i = 0; i < u->shape_count; i++)
      run_shape(s, program, u, &u->shapes[i]);
    clReleaseProgram(program);
  }
  free(log);
}

/* Skips, by name, the tests of a type that cannot be run this way. Returns whether any are left. */
static bool subject_of_type(const struct suite *s, struct subject *u, enum ref_type type) {
  static char reason[256];
  bool uniform = builder_has_uniform_arithmetic(s->builder), any = false;
  u->type = type;
  if (!names_have_type(type))
    return false;
  for (int op = 0; op < REF_OPS; op++)
    u->ops[op] = names_have(op, type);
  for (int family = 0; family < REF_FAMILIES; family++)
    u->families[family] = true;
  u->broadcast = true;
  if ((type == REF_HALF && !s->device->fp16) || (type == REF_DOUBLE && !s->device->fp64)) {
    snprintf(reason, sizeof reason, "%s has no %s", s->device->platform_name,
             type == REF_HALF ? "cl_khr_fp16" : "cl_khr_fp64");
    each_name(s, u, "", visit_skip, reason);
    return false;
  }
  if (!uniform) {
    struct subject missing = *u;
    missing.broadcast = false;
    snprintf(reason, sizeof reason, "cl_khr_work_group_uniform_arithmetic is not there this way");
    for (int op = 0; op < REF_OPS; op++) {
      missing.ops[op] = u->ops[op] && names_is_extension(op);
      u->ops[op] = u->ops[op] && !missing.ops[op];
    }
    each_name(s, &missing, "", visit_skip, reason);
  }
  for (int op = 0; op < REF_OPS; op++)
    any |= u->ops[op];
  return any;
}

void run_functions(struct suite *s) {
  for (int type = 0; type < REF_TYPES; type++) {
    struct subject u = {
        .prefix = "", .mode = REF_STRICT, .max_size = s->max_size, .shapes = s->shapes, .shape_count = s->shape_count};
    if (subject_of_type(s, &u, type))
      run_subject(s, &u, "");
  }
}

void run_lone(struct suite *s) {
  /* Round robin, so that each function gets one size, and each size many functions. */
  static const size_t sizes[] = {33, 64, 7, 100, 256, 1, 20};
  unsigned turn = 0;
  for (int type = 0; type < REF_TYPES; type++) {
    struct suite_shape shape = {{1, 1, 1}, false};
    struct subject all = {.prefix = "lone/", .mode = REF_STRICT, .shapes = &shape, .shape_count = 1};
    if (!subject_of_type(s, &all, type))
      continue;
    for (int family = 0; family < REF_FAMILIES; family++)
      for (int op = 0; op < REF_OPS; op++) {
        if (!all.ops[op])
          continue;
        size_t size = sizes[turn++ % (sizeof sizes / sizeof *sizes)];
        shape.local[0] = size < s->max_size ? size : s->max_size;
        struct subject u = {.prefix = "lone/",
                            .mode = REF_STRICT,
                            .type = type,
                            .max_size = shape.local[0],
                            .shapes = &shape,
                            .shape_count = 1};
        u.ops[op] = u.families[family] = true;
        run_subject(s, &u, ref_op_name(op));
      }
  }
}

void run_required(struct suite *s) {
  static const struct suite_shape shapes[] = {{{256, 1, 1}, false},  {{33, 1, 1}, false},  {{16, 4, 2}, false},
                                              {{1024, 1, 1}, false}, {{320, 1, 1}, false}, {{512, 1, 1}, false},
                                              {{96, 1, 1}, false},   {{64, 1, 1}, false},  {{32, 1, 1}, false},
                                              {{128, 1, 1}, false},  {{100, 1, 1}, false}, {{5, 7, 1}, false}};
  for (int type = 0; type < REF_TYPES; type++)
    for (unsigned i = 0; i < (s->quick ? 1 : sizeof shapes / sizeof *shapes); i++) {
      const struct suite_shape *shape = &shapes[s->quick ? (unsigned)type : i];
      struct subject u = {
          .prefix = "required/", .mode = REF_STRICT, .shapes = shape, .shape_count = 1, .required = shape->local};
      char what[64];
      suite_shape_name(shape, what, sizeof what);
      if (shape->local[0] * shape->local[1] * shape->local[2] <= s->device->max_work_group_size &&
          subject_of_type(s, &u, type))
        run_subject(s, &u, what);
    }
}

void run_options(struct suite *s) {
  static const struct {
    const char *option;
    bool driver, compiler; /* taken by drivers; by clgroup-cc and clang */
    int mode;
  } options[] = {
      {"-cl-opt-disable", true, true, REF_STRICT},
      {"-O0", false, true, REF_STRICT},
      {"-O1", false, true, REF_STRICT},
      {"-O2", false, true, REF_STRICT},
      {"-O3", false, true, REF_STRICT},
      {"-g", false, true, REF_STRICT},
      {"-cl-mad-enable", true, true, REF_STRICT},
      {"-cl-fast-relaxed-math", true, true, REF_RELAXED},
  };
  static const enum ref_type types[] = {REF_INT, REF_FLOAT, REF_ULONG};
  static const struct suite_shape shapes[] = {{{33, 1, 1}, false}, {{5, 7, 1}, false}, {{64, 1, 1}, false}};
  enum way way = s->builder->way;
  bool from_source = way == WAY_LINK || way == WAY_NATIVE || way == WAY_SOURCE;
  for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
    if (!strcmp(options[i].option, "-g") && !strcmp(s->builder->device->platform_name, "rusticl")) {
      report_skip("options/-g", "rusticl validates SPIR-V, and spirv-val refuses what llvm-spirv makes of -g");
      continue;
    }
    for (unsigned t = 0; t < sizeof types / sizeof *types; t++) {
      char prefix[64];
      snprintf(prefix, sizeof prefix, "options/%s/", options[i].option);
      struct subject u = {.prefix = prefix,
                          .mode = options[i].mode,
                          .options = options[i].option,
                          .max_size = s->max_size,
                          .shapes = shapes,
                          .shape_count = s->max_size >= 64   ? 3
                                         : s->max_size >= 35 ? 2
                                                             : s->max_size >= 33};
      if ((from_source ? options[i].driver : options[i].compiler) && subject_of_type(s, &u, types[t]))
        run_subject(s, &u, "");
    }
  }
}
