/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The suite `scans`: judges the functions of <clgroup/operator.h> on an OpenCL device. */
#include "inputs.h"
#include "judge.h"
#include "names/strategies.h"
#include "shapes.h"
#include "suites.h"
#include "text.h"
#include "updates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "Compares the reduces and scans of <clgroup/operator.h>, compiled by clgroup-cc, on an OpenCL device with a\n"
    "reference in plain C. A test's name is OPERATOR.TYPE.TEST.\n";
static const char usage[] = "  --sub-group-size N\n"
                            "                   the size that the kernels promise and, if the device can, request\n"
                            "  --kernels        print the kernels, and do not run them\n";

struct options {
  struct job common; /* first: run_tests gets it */
  unsigned long size;
};

/* What <clgroup/operator_common.h> makes of the device. */
struct context {
  unsigned promise; /* CLGROUP_SUB_GROUP_SIZE */
  bool has_sub_groups, has_coalesced, is_gpu;
};

/* ---- the operators ---- */

struct op {
  const char *name;       /* with the type's name, of the tests; unless `declares` says otherwise, of the operator */
  struct algebra algebra; /* whose type is a word */
  bool is_quick;          /* tested with --quick too */
  bool has_atomic;        /* scan_update is tested */
  bool is_standard;       /* one of OpenCL C's */
  const char *extension;  /* that the type needs; or NULL */
};

#define STANDARD(name, type, op, scalar)                                                                               \
  name, {                                                                                                              \
    type, SCALAR, 1, 0, op, scalar                                                                                     \
  }
#define MAPS(n)                                                                                                        \
  "maps" #n, {                                                                                                         \
    "maps" #n, PAIRS, 2 * n, 4, REF_ADD, REF_INT                                                                       \
  }

/* The operators and types that are tested. */
static const struct op operators[] = {
    {STANDARD("add", "uint", REF_ADD, REF_UINT), true, true, true, NULL},
    {STANDARD("xor", "uint", REF_XOR, REF_UINT), false, true, true, NULL},
    {STANDARD("min", "int", REF_MIN, REF_INT), true, true, true, NULL},
    {STANDARD("max", "ulong", REF_MAX, REF_ULONG), false, false, true, NULL},
    {STANDARD("add", "float", REF_ADD, REF_FLOAT), true, false, true, NULL},
    {STANDARD("max", "double", REF_MAX, REF_DOUBLE), false, false, true, "cl_khr_fp64"},
    {STANDARD("add", "half", REF_ADD, REF_HALF), false, false, true, "cl_khr_fp16"},
    {"product", {"matrix", MATRIX, 4, 32, REF_ADD, REF_INT}, true, false, false, NULL},
    {"product", {"wide", MATRIX, 4, 64, REF_ADD, REF_INT}, false, false, false, NULL},
    {MAPS(1), true, false, false, NULL},
    {MAPS(2), false, false, false, NULL},
    {MAPS(3), false, false, false, NULL},
    {MAPS(8), false, false, false, NULL},
    {MAPS(13), true, false, false, NULL},
    {MAPS(31), false, false, false, NULL},
};
enum { OPERATORS = sizeof operators / sizeof *operators };

/* Adds what precedes the inclusion of operator.h. A map's factor is the low half of a byte. */
static void operator_declare(const struct op *op, char **text) {
  const struct algebra *a = &op->algebra;
  if (op->extension)
    text_add(text, "#pragma OPENCL EXTENSION %s : enable\n", op->extension);
  if (a->kind == MATRIX)
    text_add(text,
             "typedef struct { %s a, b, c, d; } %s;\n"
             "static %s combined(%s x, %s y) {\n"
             "  return (%s){x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d,\n"
             "              x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};\n"
             "}\n"
             "#define CLGROUP_COMBINE(a, b) combined(a, b)\n"
             "#define CLGROUP_IDENTITY {1, 0, 0, 1}\n",
             a->bits == 32 ? "uint" : "ulong", a->type, a->type, a->type, a->type, a->type);
  if (a->kind == PAIRS)
    text_add(text,
             "typedef struct { uchar m[%u]; } %s;\n"
             "static %s combined(%s a, %s b) {\n"
             "  for (int i = 0; i < %u; i++)\n"
             "    b.m[i] = (uchar)(((a.m[i] >> 4) * (b.m[i] & 15) + (b.m[i] >> 4)) << 4 | ((a.m[i] * b.m[i]) & 15));\n"
             "  return b;\n"
             "}\n"
             "static %s same(void) {\n"
             "  %s r;\n"
             "  for (int i = 0; i < %u; i++)\n"
             "    r.m[i] = 1;\n"
             "  return r;\n"
             "}\n"
             "#define CLGROUP_COMBINE(a, b) combined(a, b)\n"
             "#define CLGROUP_IDENTITY same()\n",
             a->numbers / 2, a->type, a->type, a->type, a->type, a->numbers / 2, a->type, a->type, a->numbers / 2);
}

/* ---- the functions ---- */

/* What a kernel calls, over whom. */
enum family {
  TILE,      /* reduce, inclusive and exclusive scan, in the first three columns */
  DIVERGENT, /* the same by every other tile, then by the others */
  SUB_GROUP, /* the same over sub-groups */
  COALESCED, /* the same over the lanes of either arm of a branch */
  GROUP,     /* the same over the work-group */
  UNSET,     /* scans of a variable that the tile's first half alone has set, in a branch, where it goes to column 0 */
  ITEMS,     /* n items each: n inclusive, n exclusive, the sum by both and by reduce */
  FROM,      /* the same with a value that goes before: n and n, the sums */
  AFTER,     /* the same with a prefix callback */
  TILE_UPDATE, /* scan_update: exclusive and inclusive in a tile of n, and the atomics */
  GROUP_UPDATE,
  COALESCED_UPDATE,
};
static const char *const family_names[] = {
    "tile",  "divergent",  "sub_group",   "coalesced",   "work_group",        "unset",
    "items", "items_from", "items_after", "tile_update", "work_group_update", "coalesced_update"};

/* ---- who is in a group ---- */

static uint64_t all_together(const struct test *t, const struct work_group *w, unsigned rank) {
  (void)t, (void)w, (void)rank;
  return 0;
}

static uint64_t tile_of_ranks(const struct test *t, const struct work_group *w, unsigned rank) {
  (void)w;
  return rank / t->n;
}

static uint64_t tile_of_lanes(const struct test *t, const struct work_group *w, unsigned rank) {
  return w->places[rank].words[0] << 32 | w->places[rank].words[1] / t->n;
}

static uint64_t sub_group(const struct test *t, const struct work_group *w, unsigned rank) {
  (void)t;
  return w->places[rank].words[0];
}

static uint64_t sub_group_arm(const struct test *t, const struct work_group *w, unsigned rank) {
  (void)t;
  return w->places[rank].words[0] * 2 + w->in[w->at[rank]].branch;
}

/* One in four is -0.0, which a sum keeps, if each is one. For code that clgroup-cc makes: drivers may omit additions of
 * 0.0. */
static struct value operand_or_zero(const struct test *t, const struct draw *draw) {
  if (draw->random >> 32 & 3)
    return algebra_operand(t->algebra, draw->random);
  return (struct value){{input_special(SPECIAL_NEGATIVE_ZERO, t->algebra->scalar, 0)}};
}

/* ---- what they get ---- */

/* Of the first k elements. */
static struct value sum(const struct members *m, unsigned k) {
  return k ? m->sums[k] : algebra_identity(m->test->algebra);
}

static uint64_t expect_scans(const struct members *m, struct value *wanted) {
  wanted[0] = sum(m, m->count);
  wanted[1] = sum(m, m->own + 1);
  wanted[2] = sum(m, m->own);
  return 7;
}

/* The members that have set their variable, which are the first ones, have written it, and no others anything. */
static uint64_t expect_unset(const struct members *m, struct value *wanted) {
  expect_scans(m, wanted);
  wanted[0] = member_item(m, m->own)->x;
  if (m->own < (m->test->n + 1) / 2)
    return 7;
  memset(wanted, LAUNCH_POISON, sizeof *wanted);
  return 1;
}

static uint64_t expect_items(const struct members *m, struct value *wanted) {
  const struct test *t = m->test;
  const unsigned n = t->elements;
  struct value start = algebra_identity(t->algebra), total = sum(m, m->count * n);
  if (t->flags != ITEMS)
    start = m->w->in[m->w->shared % shape_items(m->w->shape)].x;
  if (t->flags == AFTER && !(total.words[0] & 1)) /* so the callback says */
    start = total;
  for (unsigned k = 0; k < n; k++) {
    wanted[k] = algebra_combine(t->algebra, start, sum(m, m->own * n + k + 1));
    wanted[n + k] = algebra_combine(t->algebra, start, sum(m, m->own * n + k));
  }
  for (unsigned c = 2 * n; c < t->columns; c++)
    wanted[c] = algebra_combine(t->algebra, start, total);
  return ~0ull;
}

/* ---- the kernels ---- */

/* VALUE(k) is the k-th item of this work-item. */
static const char head[] = "static VALUE_TYPE value_of(global const item *at) {\n"
                           "  union { value bytes; VALUE_TYPE value; } u;\n"
                           "  u.bytes = at->x;\n"
                           "  return u.value;\n"
                           "}\n"
                           "static void put(global value *to, VALUE_TYPE x) {\n"
                           "  union { uchar bytes[sizeof(VALUE_TYPE)]; VALUE_TYPE value; } u;\n"
                           "  u.value = x;\n"
                           "  for (size_t k = 0; k < sizeof u.bytes; k++)\n"
                           "    ((global uchar *)to)[k] = u.bytes[k];\n"
                           "}\n"
                           /* What the callback makes of the sum: the first byte shows that it is the right one. */
                           "static VALUE_TYPE prefix(global const item *first, VALUE_TYPE sum) {\n"
                           "  union { uchar bytes[sizeof(VALUE_TYPE)]; VALUE_TYPE value; } a;\n"
                           "  a.value = sum;\n"
                           "  return a.bytes[0] & 1 ? value_of(first) : sum;\n"
                           "}\n"
                           "#define VALUE(k) value_of(in + (i + (k)) % items)\n"
                           "#define PUT(column, x) put(out + (column) * (size_t)items + i, x)\n"
                           "#define CLGROUP_PREFIX(s, sum) prefix(s, sum)\n"
                           "#define CLGROUP_PREFIX_TYPE global const item *\n"
                           "#include <clgroup/operator.h>\n";

static const char *const kinds[] = {"inclusive", "exclusive"};

static void add_scans(char **text, const char *over, const char *value, const char *arguments, const char *op) {
  for (unsigned k = 0; k < 2; k++)
    text_add(text, "  PUT(%u, %sscan_%s_%s(%s%s));\n", k + 1, over, kinds[k], op, value, arguments);
}

static void add_three(char **text, const char *over, const char *arguments, const char *op) {
  text_add(text, "  PUT(0, %sreduce_%s(VALUE(0)%s));\n", over, op, arguments);
  add_scans(text, over, "VALUE(0)", arguments, op);
}

static void add_items(char **text, const char *suffix, const char *argument, unsigned n, const char *op) {
  text_add(text, "  VALUE_TYPE x[%u];\n", n);
  for (unsigned k = 0; k < 2; k++)
    text_add(text,
             "  for (uint k = 0; k < %u; k++)\n    x[k] = VALUE(k);\n"
             "  PUT(%u, work_group_scan_%s_items_%s%s(x, %u%s));\n"
             "  for (uint k = 0; k < %u; k++)\n    PUT(%u + k, x[k]);\n",
             n, 2 * n + k, kinds[k], suffix, op, n, argument, n, k * n);
  if (!*suffix)
    text_add(text,
             "  for (uint k = 0; k < %u; k++)\n    x[k] = VALUE(k);\n"
             "  PUT(%u, work_group_reduce_items_%s(x, %u));\n",
             n, 2 * n + 2, op, n);
}

static void add_update(char **text, const char *over, const char *arguments, const char *op) {
  for (unsigned k = 0; k < 2; k++)
    text_add(text, "  PUT(%u, %sscan_%s_update_%s(counters + 8 * %u, VALUE(0)%s));\n", UPDATE_INCLUSIVE + k, over,
             kinds[k], op, UPDATE_INCLUSIVE + k, arguments);
  text_add(text, "  %sreduce_update_%s(counters, VALUE(0)%s);\n", over, op, arguments);
}

/* The calls, over tiles of `width` unless `over` says otherwise. */
static void add_calls(char **text, enum family family, const char *over, const char *width, const char *op) {
  if (family >= TILE_UPDATE)
    add_update(text, over, width, op);
  else
    add_three(text, over, width, op);
}

static char *body_of(const struct op *op, enum family family, const struct test *t) {
  char *text = NULL, width[32];
  snprintf(width, sizeof width, ", %u", t->n);
  if (family >= TILE_UPDATE)
    text_add(&text,
             "  volatile global VALUE_TYPE *counters = (volatile global VALUE_TYPE *)&out[%u * (size_t)items];\n",
             UPDATE_ATOMICS);
  switch (family) {
  case TILE:
  case TILE_UPDATE:
    add_calls(&text, family, "tile_", width, op->name);
    break;
  case SUB_GROUP:
    add_three(&text, "sub_group_", "", op->name);
    break;
  case GROUP:
  case GROUP_UPDATE:
    add_calls(&text, family, "work_group_", "", op->name);
    break;
  case DIVERGENT:
  case COALESCED:
  case COALESCED_UPDATE:
    if (family == DIVERGENT)
      text_add(&text, "  bool arm = get_sub_group_local_id() / %u %% 2;\n", t->n);
    else
      text_add(&text, "  bool arm = in[i].branch;\n");
    for (unsigned arm = 0; arm < 2; arm++) {
      text_add(&text, arm ? "  } else {\n" : "  if (arm) {\n");
      add_calls(&text, family, family == DIVERGENT ? "tile_" : "coalesced_", family == DIVERGENT ? width : "",
                op->name);
    }
    text_add(&text, "  }\n");
    break;
  case UNSET:
    text_add(&text, "  VALUE_TYPE x;\n  if (%s %% %u <= %u) {\n    x = VALUE(0);\n    PUT(0, x);\n  }\n",
             t->by_lanes ? "get_sub_group_local_id()" : "get_local_linear_id()", t->n, (t->n - 1) / 2);
    add_scans(&text, "tile_", "x", width, op->name);
    break;
  case ITEMS:
    add_items(&text, "", "", t->n, op->name);
    break;
  case FROM:
    add_items(&text, "from_", ", value_of(in + shared % items)", t->n, op->name);
    break;
  case AFTER:
    add_items(&text, "after_", ", in + shared % items", t->n, op->name);
    break;
  }
  return text;
}

/* ---- the tests ---- */

struct list {
  const struct op *op;
  const struct context *context;
  struct test tests[64];
  unsigned count;
};

/* n: the width of tiles, or the number of items. */
static void add(struct list *list, enum family family, unsigned n) {
  const struct context *c = list->context;
  const bool has_tiles = family == TILE || family == DIVERGENT || family == UNSET || family == TILE_UPDATE,
             has_items = family == ITEMS || family == FROM || family == AFTER, is_update = family >= TILE_UPDATE;
  const struct algebra *a = &list->op->algebra;
  struct test *t = &list->tests[list->count++];
  *t = (struct test){.algebra = a,
                     .bytes = algebra_bytes(a),
                     .columns = has_items ? 2 * n + 2 + (family == ITEMS) : 3,
                     .elements = has_items ? n : 1,
                     .work_groups = is_update ? 6 : 2,
                     .launches = 1,
                     .group = all_together,
                     .expect = has_items         ? expect_items
                               : family == UNSET ? expect_unset
                                                 : expect_scans,
                     .data = list->op,
                     .n = n,
                     .flags = family};
  if (family == TILE && a->kind == SCALAR && ref_is_float(a->scalar) && a->op == REF_ADD && c->is_gpu)
    t->operand = operand_or_zero;
  t->by_lanes = family == SUB_GROUP || family == COALESCED || family == COALESCED_UPDATE ||
                (has_tiles && c->has_sub_groups && n <= c->promise);
  if (has_tiles)
    t->group = t->by_lanes ? tile_of_lanes : tile_of_ranks;
  else if (t->by_lanes)
    t->group = family == SUB_GROUP ? sub_group : sub_group_arm;
  snprintf(t->name, sizeof t->name, n ? "%s_%u" : "%s", family_names[family], n);
  if (is_update)
    update_test(t, 1 << UPDATE_INCLUSIVE | 1 << UPDATE_EXCLUSIVE,
                a->op == REF_MIN ? algebra_identity(a) : (struct value){{1000}}, false);
  t->body = body_of(list->op, family, t);
}

/* Each operator of OpenCL C that the atomics have, and types of 1, 16 and 32 bytes, have all tests (with --quick the
 * operator alone); others a part, since drivers take their time to compile. */
static bool has_all(const struct op *op, bool quick) {
  return !strcmp(op->name, "add") ||
         (!quick && (!strcmp(op->algebra.type, "matrix") || !strcmp(op->algebra.type, "maps1")));
}

static void list_tests(struct list *list, bool quick) {
  static const unsigned item_counts[] = {3, 1, 2, 8, 16};
  const struct op *op = list->op;
  const struct context *c = list->context;
  const bool all = has_all(op, quick);
  for (unsigned width = 1; width <= 1024; width *= 2)
    if (all ? width <= 128 || algebra_bytes(&op->algebra) <= 8 : width == 4 || width == 32)
      add(list, TILE, width);
  if (c->has_sub_groups)
    for (unsigned width = all ? 1 : c->promise; width <= c->promise; width *= 2)
      add(list, DIVERGENT, width);
  if (c->has_sub_groups && !op->is_standard)
    add(list, SUB_GROUP, 0);
  if (c->has_coalesced)
    add(list, COALESCED, 0);
  if (!op->is_standard)
    add(list, GROUP, 0);
  for (unsigned width = all ? 2 : 32; width <= 128; width *= 4)
    add(list, UNSET, width);
  for (unsigned i = 0; i < (all ? sizeof item_counts / sizeof *item_counts : 1); i++)
    add(list, ITEMS, item_counts[i]);
  if (all) {
    add(list, FROM, 4);
    add(list, AFTER, 5);
  }
  for (unsigned width = 1; op->has_atomic && width <= 64; width *= 4)
    add(list, TILE_UPDATE, width);
  if (op->has_atomic)
    add(list, GROUP_UPDATE, 0);
  if (op->has_atomic && c->has_coalesced)
    add(list, COALESCED_UPDATE, 0);
}

static char *head_of(const struct op *op, const struct context *context) {
  char *text = NULL;
  if (context->promise)
    text_add(&text, "#define CLGROUP_SUB_GROUP_SIZE %u\n", context->promise);
  operator_declare(op, &text);
  text_add(&text, "#define VALUE_TYPE %s\n#define CLGROUP_OPERATOR %s\n#define CLGROUP_TYPE %s\n%s", op->algebra.type,
           op->name, op->algebra.type, head);
  return text;
}

static void run_operator(struct options *o, const struct context *context, const char *attributes,
                         const struct op *op) {
  static struct list list;
  const struct device *d = o->common.builder.device;
  char prefix[64], lacks[256];
  list = (struct list){.op = op, .context = context};
  list_tests(&list, o->common.quick);
  snprintf(prefix, sizeof prefix, "%s.%s.", op->name, op->algebra.type);
  snprintf(lacks, sizeof lacks, "%s has no %s", d->name, op->algebra.type);
  char *text = head_of(op, context);
  const struct program program = {.name = op->algebra.type,
                                  .prefix = prefix,
                                  .suffix = "",
                                  .lacks = op->extension && !device_has(d, op->extension) ? lacks : NULL,
                                  .head = text,
                                  .attributes = attributes,
                                  .shapes = shapes_scans,
                                  .has_places = context->has_sub_groups,
                                  .source = {.max_size = 256},
                                  .tests = list.tests,
                                  .count = list.count};
  judge_program(&o->common, &program);
  free(text);
}

static int run_tests(void *argument) {
  struct options *o = argument;
  const struct device *d = o->common.builder.device;
  const bool is_gpu = *d->target, shuffles = is_gpu || clgroup_strategy_shuffles(o->common.builder.strategy);
  const struct context context = {.promise = o->size    ? (unsigned)o->size
                                             : is_gpu   ? 32
                                             : shuffles ? 4
                                                        : 1,
                                  .has_sub_groups = shuffles,
                                  .has_coalesced = is_gpu || (shuffles && device_has(d, "cl_khr_subgroup_ballot")),
                                  .is_gpu = is_gpu};
  char attributes[64] = "";
  if (o->size && device_has(d, "cl_intel_required_subgroup_size"))
    snprintf(attributes, sizeof attributes, "__attribute__((intel_reqd_sub_group_size(%lu)))", o->size);
  for (unsigned i = 0; i < OPERATORS; i++)
    if (!o->common.quick || operators[i].is_quick)
      run_operator(o, &context, attributes, &operators[i]);
  return 0;
}

int scans_main(int argc, char **argv) {
  struct options o = {.common = {.about = about, .usage = usage, .run = run_tests}};
  const struct argument own[] = {{"--sub-group-size", .number = &o.size, .least = 1, .most = 128},
                                 {"--kernels", .flag = &o.common.kernels}};
  return job_main(&o.common, argc, argv, own, sizeof own / sizeof *own);
}
