/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every work-group function, judged against the reference. */
#include "functions.h"

#include "names.h"
#include "report.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What one program is tested with. */
struct subject {
  const char *prefix; /* of its tests' names */
  enum ref_type type;
  bool ops[REF_OPS];
  bool families[REF_FAMILIES];
  bool broadcast;
  const size_t *required; /* the kernels' reqd_work_group_size; NULL: they have none */
  const char *options;
  int mode; /* REF_STRICT, which is 0, or REF_RELAXED */
  size_t max_size;
  const struct suite_shape *shapes;
  unsigned shape_count;
};

/* ---- reduces and scans: a kernel for each family, a column for each operator ---- */

static enum ref_op op_of(const struct kernel *k, unsigned column) {
  const struct subject *u = k->data;
  enum ref_op op = 0;
  while (!u->ops[op] || column--)
    op++;
  return op;
}

static void name_fold(const struct kernel *k, unsigned column, char *name, size_t size) {
  snprintf(name, size, "%s_%s/%s", ref_family_name(k->form), ref_op_name(op_of(k, column)), ref_type_name(k->in));
}

static struct input_rules rules_of(const struct kernel *k, const struct suite *s) {
  const struct subject *u = k->data;
  const bool denormals = u->type == REF_DOUBLE ? s->device->denormals_double
                         : u->type == REF_HALF ? s->device->denormals_half
                                               : s->device->denormals_float;
  return (struct input_rules){.specials = u->mode == REF_STRICT, .denormals = denormals && u->mode == REF_STRICT};
}

/* Even the largest work-groups are launched several at once, to mix threads and inputs. */
static size_t count_folds(const struct kernel *k, const struct suite *s, const size_t local[3]) {
  enum { LEAST_GROUPS = 24 };
  const struct input_rules rules = rules_of(k, s);
  return suite_groups(s, local, LEAST_GROUPS, inputs_wanted(k->in, &rules, local[0] * local[1] * local[2]));
}

static void fill_folds(struct launched *l) {
  const struct input_rules rules = rules_of(l->kernel, l->suite);
  const bool tail = l->shape.global[0] % l->shape.local[0];
  l->inputs = allocate(l->groups * sizeof *l->inputs);
  inputs_plan(l->kernel->in, &rules, l->n, l->groups, l->suite->seed + l->n * 31 + l->shape.local[0] * 7 + tail,
              l->inputs);
  for (size_t i = 0; i < l->groups; i++)
    inputs_fill(l->kernel->in, &l->inputs[i], shape_group(&l->shape, i).n, l->x + l->first[i]);
}

static bool judge_fold(const struct launched *l, size_t group, unsigned column, const uint64_t *got,
                       struct ref_mismatch *m) {
  const struct kernel *k = l->kernel;
  const struct subject *u = k->data;
  return ref_judge(k->form, op_of(k, column), k->in, l->x + l->first[group], shape_group(&l->shape, group).n, got,
                   u->mode, m);
}

/* ---- broadcasts, with form + 1 coordinates ---- */

static void name_broadcast(const struct kernel *k, unsigned column, char *name, size_t size) {
  (void)column;
  snprintf(name, size, "%s/%s", k->name, ref_type_name(k->in));
}

static size_t count_broadcasts(const struct kernel *k, const struct suite *s, const size_t local[3]) {
  (void)k;
  return suite_groups(s, local, 16, local[0] * local[1] * local[2]);
}

/* Values that use all their bits, so that a broadcast of only some of them shows. Each work-group reads from a
 * different rank: all ranks if there is room, else both ends and a random choice. */
static void fill_broadcast(struct launched *l) {
  uint64_t state = l->suite->seed + l->n;
  inputs_fill(l->kernel->in, &(struct input){.kind = INPUT_RANDOM, .seed = state}, shape_items(&l->shape), l->x);
  for (size_t i = 0; i < l->groups; i++) {
    const size_t n = shape_group(&l->shape, i).n;
    const size_t rank = l->groups >= l->n ? i : i == 0 ? 0 : i == 1 ? n - 1 : (size_t)random_next(&state);
    l->uniform[i] = (cl_uint)(rank % n);
  }
}

/* The 2-D form has no z: it stays in the first plane. */
static void expect_broadcast(const struct launched *l, size_t group, uint64_t *expected) {
  const struct group g = shape_group(&l->shape, group);
  const size_t from = l->kernel->form == 1 ? l->uniform[group] % (g.size[0] * g.size[1]) : l->uniform[group];
  for (size_t rank = 0; rank < g.n; rank++)
    expected[rank] = l->x[l->first[group] + from];
}

static const char *broadcast_obstacle(const struct kernel *k, const struct suite *s, const size_t local[3]) {
  const unsigned dimensions = local[2] > 1 ? 3 : local[1] > 1 ? 2 : 1;
  return s->builder->way == WAY_NATIVE && k->form + 1 < dimensions
             ? "the specification leaves this form open in a work-group of more dimensions"
             : NULL;
}

/* ---- programs ---- */

enum { MOST_KERNELS = REF_FAMILIES + 3 };

static unsigned list_kernels(const struct subject *u, struct kernel *list) {
  static const char *const broadcasts[] = {"broadcast_1d", "broadcast_2d", "broadcast_3d"};
  struct kernel *end = list;
  unsigned columns = 0;
  for (int op = 0; op < REF_OPS; op++)
    columns += u->ops[op];
  for (unsigned family = 0; family < REF_FAMILIES; family++)
    if (u->families[family] && columns)
      *end++ = (struct kernel){.name = ref_family_name(family),
                               .in = u->type,
                               .out = u->type,
                               .columns = columns,
                               .repeats = ref_is_float(u->type),
                               .name_test = name_fold,
                               .count = count_folds,
                               .fill = fill_folds,
                               .judge = judge_fold,
                               .data = u,
                               .form = family};
  for (unsigned form = 0; u->broadcast && form < 3; form++)
    *end++ = (struct kernel){.name = broadcasts[form],
                             .in = u->type,
                             .out = u->type,
                             .columns = 1,
                             .name_test = name_broadcast,
                             .count = count_broadcasts,
                             .fill = fill_broadcast,
                             .expect = expect_broadcast,
                             .obstacle = broadcast_obstacle,
                             .data = u,
                             .form = form};
  return (unsigned)(end - list);
}

static char *defines(const struct subject *u, const struct kernels *p) {
  char *text = NULL;
  text_add(&text, "#define GUARD %d\n#define T %s\n", LAUNCH_GUARD, ref_type_name(u->type));
  if (u->required)
    text_add(&text, "#define KERNEL __attribute__((reqd_work_group_size(%zu, %zu, %zu))) kernel\n", u->required[0],
             u->required[1], u->required[2]);
  if (u->type == REF_HALF)
    text_add(&text, "#define HAVE_HALF\n");
  if (u->type == REF_DOUBLE)
    text_add(&text, "#define HAVE_DOUBLE\n");
  if (p->count && p->list[p->count - 1].expect)
    text_add(&text, "#define BROADCAST\n");
  text_add(&text, "#define FOLDS");
  for (const struct kernel *k = p->list; k < p->list + p->count && k->judge; k++) {
    text_add(&text, " FOLD(%s,", k->name);
    for (int op = 0; op < REF_OPS; op++)
      if (u->ops[op])
        text_add(&text, " CALL(%s, %s)", k->name, ref_op_name(op));
    text_add(&text, ")");
  }
  text_add(&text, "\n");
  return text;
}

/* Builds the kernels that are asked for and runs their shapes. */
static void run_subject(const struct suite *s, const struct subject *u, const char *what) {
  struct kernel list[MOST_KERNELS];
  char name[SUITE_NAME];
  struct kernels p = {
      .prefix = u->prefix, .what = name, .list = list, .shapes = u->shapes, .shape_count = u->shape_count};
  const unsigned count = list_kernels(u, list);
  for (unsigned i = 0; i < count; i++)
    if (kernel_is_wanted(s, &p, &list[i]))
      list[p.count++] = list[i];
  snprintf(name, sizeof name, "/%s%s", ref_type_name(u->type), what);
  char *text = defines(u, &p);
  const struct source source = {
      .file = "functions.cl", .defines = text, .options = u->options, .max_size = u->max_size};
  kernels_run(s, &p, &source);
  free(text);
}

static void skip_all(const struct suite *s, const struct subject *u, const char *why) {
  struct kernel list[MOST_KERNELS];
  const struct kernels p = {.prefix = u->prefix,
                            .list = list,
                            .count = list_kernels(u, list),
                            .shapes = u->shapes,
                            .shape_count = u->shape_count};
  for (unsigned i = 0; i < p.count; i++)
    kernel_report(s, &p, &list[i], false, why);
}

/* Skips, by name, the tests of a type that cannot be run this way. Returns whether any are left. */
static bool subject_of_type(const struct suite *s, struct subject *u, enum ref_type type) {
  const bool uniform = builder_has_uniform_arithmetic(s->builder);
  char reason[256];
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
    skip_all(s, u, reason);
    return false;
  }
  struct subject missing = *u;
  missing.broadcast = false;
  for (int op = 0; op < REF_OPS; op++) {
    missing.ops[op] = u->ops[op] && !uniform && names_is_extension(op);
    u->ops[op] = u->ops[op] && !missing.ops[op];
  }
  skip_all(s, &missing, "cl_khr_work_group_uniform_arithmetic is not there this way");
  return true;
}

void run_functions(struct suite *s) {
  for (int type = 0; type < REF_TYPES; type++) {
    struct subject u = {.prefix = "", .max_size = s->max_size, .shapes = s->shapes, .shape_count = s->shape_count};
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
    struct subject all = {.prefix = "lone/", .shapes = &shape, .shape_count = 1};
    if (!subject_of_type(s, &all, type))
      continue;
    for (int family = 0; family < REF_FAMILIES; family++)
      for (int op = 0; op < REF_OPS; op++) {
        if (!all.ops[op])
          continue;
        size_t size = sizes[turn++ % (sizeof sizes / sizeof *sizes)];
        shape.local[0] = size < s->max_size ? size : s->max_size;
        struct subject u = {
            .prefix = "lone/", .type = type, .max_size = shape.local[0], .shapes = &shape, .shape_count = 1};
        u.ops[op] = u.families[family] = true;
        run_subject(s, &u, ref_op_name(op));
      }
  }
}

void run_required(struct suite *s) {
  for (int type = 0; type < REF_TYPES; type++) {
    const char *at = shapes_required;
    for (int turn = 0; *at; turn++) {
      struct suite_shape shape;
      struct subject u = {.prefix = "required/", .shapes = &shape, .shape_count = 1, .required = shape.local};
      char what[64];
      at = shapes_next(at, &shape);
      suite_shape_name(&shape, what, sizeof what);
      if ((!s->quick || turn == type) &&
          shape.local[0] * shape.local[1] * shape.local[2] <= s->device->max_work_group_size &&
          subject_of_type(s, &u, type))
        run_subject(s, &u, what);
    }
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
  struct suite_shape shapes[4];
  const unsigned shape_count = suite_shapes(s, shapes_options, shapes);
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
                          .shape_count = shape_count};
      if ((from_source ? options[i].driver : options[i].compiler) && subject_of_type(s, &u, types[t]))
        run_subject(s, &u, "");
    }
  }
}
