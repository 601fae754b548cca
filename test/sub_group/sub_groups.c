/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The suite `sub-groups`: judges the sub-group functions on an OpenCL device: the library's, or by way native the
 * driver's own, by which the reference is judged. */
#include "functions.h"
#include "inputs.h"
#include "judge.h"
#include "names/extensions.h"
#include "shapes.h"
#include "suites.h"
#include "base/list.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] = "Compares the sub-group functions on an OpenCL device with a reference in plain C.\n";
static const char usage[] =
    "  --way WAY        module   clgroup-cc compiles, and provides what the device lacks (default on the executor)\n"
    "                   native   the driver's own functions (default elsewhere)\n"
    "                   source   the driver builds plain source, under the layer (OPENCL_LAYERS)\n"
    "                   il       the driver builds SPIR-V that clang and llvm-spirv make, under the layer\n"
    "  --provide NAMES  clgroup-cc's option (default: all extensions that the device lacks)\n"
    "  --require NAMES  fail if one of these extensions, separated by commas, is missing; opencl_c_3.1 is all that\n"
    "                   OpenCL C 3.1 requires\n"
    "  --types NAMES    only functions of these types, and those without a type\n"
    "  --uniform        all work-items of a sub-group make each call: for drivers whose shuffles need that\n"
    "  --full           only work-groups whose sub-groups are all full\n"
    "  --kernels        print the kernels, and do not run them\n";

enum { WHOLE = 1 }; /* of a test's flags: a work-group is a sub-group */

struct options {
  struct job common; /* first: ready() and run_tests() get it */
  const char *way, *provide, *require, *types;
  bool full, uniform;
  unsigned offered; /* the extensions that are there */
  bool whole;       /* a work-group is a sub-group */
};

/* BITS turns a value into a ulong; of a vector, its elements into one. */
static const char head[] =
    "#define X in[i].x.words[0]\n"
    "#define ELEMENT(k) FROM(in[(i + (k)) % items].x.words[0])\n"
    "#define VECTOR2 (T2)(ELEMENT(0), ELEMENT(1))\n"
    "#define VECTOR3 (T3)(VECTOR2, ELEMENT(2))\n"
    "#define VECTOR4 (T4)(VECTOR3, ELEMENT(3))\n"
    "#define VECTOR8 (T8)(VECTOR4, ELEMENT(4), ELEMENT(5), ELEMENT(6), ELEMENT(7))\n"
    "#define VECTOR16 (T16)(VECTOR8, ELEMENT(8), ELEMENT(9), ELEMENT(10), ELEMENT(11), \\\n"
    "                       ELEMENT(12), ELEMENT(13), ELEMENT(14), ELEMENT(15))\n"
    "ulong BITS2(T2 v) { return BITS(v.s0) * 31 + BITS(v.s1); }\n"
    "ulong BITS3(T3 v) { return BITS2(v.s01) * 31 + BITS(v.s2); }\n"
    "ulong BITS4(T4 v) { return BITS3(v.s012) * 31 + BITS(v.s3); }\n"
    "ulong BITS8(T8 v) { return (((BITS4(v.s0123) * 31 + BITS(v.s4)) * 31 + BITS(v.s5)) * 31 + BITS(v.s6)) * 31 + "
    "BITS(v.s7); }\n"
    "ulong BITS16(T16 v) {\n"
    "  ulong low = (((BITS8(v.lo) * 31 + BITS(v.s8)) * 31 + BITS(v.s9)) * 31 + BITS(v.sa)) * 31 + BITS(v.sb);\n"
    "  return (((low * 31 + BITS(v.sc)) * 31 + BITS(v.sd)) * 31 + BITS(v.se)) * 31 + BITS(v.sf);\n"
    "}\n"
    "ulong COUNTS(bool counts, ulong bits) { return counts ? bits : 0; }\n"
    /* Truth need not be 1 in votes. */
    "#define TRUTH(vote) ((vote) != 0)\n"
    "#define OPERAND_SET as_uint4((ulong2)(X, in[i].x.words[1]))\n"
    "uint4 WITH(uint4 set, uint lane) {\n"
    "  return set | as_uint4((ulong2)(lane < 64 ? 1ul << lane % 64 : 0, lane < 64 ? 0 : 1ul << lane % 64));\n"
    "}\n"
    "ulong SET(uint4 set) { return as_ulong2(set).x + 31 * as_ulong2(set).y; }\n";

/* What the program may rely on, as it can find out itself. A driver's own sub-groups may be without the extension's
 * name. */
static void check_macros(const struct options *o, const struct device *d, char **text) {
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
    const struct clgroup_extension *e = &clgroup_extensions[i];
    const bool named = o->common.builder.way == WAY_MODULE || device_has(d, e->name);
    char *names = NULL;
    text_add(&names, "%s %s", named ? e->name : "", e->macros);
    for (char *state, *name = strtok_r(names, " ", &state); name; name = strtok_r(NULL, " ", &state))
      if (o->offered & 1u << i)
        text_add(text, "#ifndef %s\n#error %s is not defined\n#endif\n", name, name);
    free(names);
  }
}

static char *head_of(enum ref_type type) {
  static const unsigned lengths[] = {2, 3, 4, 8, 16};
  const char *name = ref_type_name(type), *word = ref_word(type);
  char *text = NULL;
  if (ref_is_float(type) && ref_bytes(type) != 4)
    text_add(&text, "#pragma OPENCL EXTENSION cl_khr_fp%u : enable\n", 8 * (unsigned)ref_bytes(type));
  text_add(&text, "#define T %s\n", name);
  for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++)
    text_add(&text, "#define T%u %s%u\n", lengths[i], name, lengths[i]);
  text_add(&text, "#define FROM(bits) as_%s((%s)(bits))\n#define BITS(value) ((ulong)as_%s(value))\n%s", name, word,
           word, head);
  return text;
}

/* True is any number but 0. */
static char *body_of(const struct function *f) {
  char *text = NULL;
  text_add(&text,
           "  uint lane = get_sub_group_local_id(), size = get_sub_group_size();\n"
           "  place->words[2] = size;\n"
           "  place->words[3] = get_max_sub_group_size();\n"
           "  T x = FROM(X);\n"
           "  int a = in[i].a %% 2 ? (int)in[i].a >> 1 | 2 : 0;\n"
           "  uint index = in[i].a %% size, wide = in[i].a %% (2 * size), shared_index = shared %% size;\n"
           "  int shared_delta = (int)(shared %% 640) - 320;\n"
           "  ulong result;\n"
           "%s",
           f->before ? f->before : "");
  if (f->divergent)
    text_add(&text, "  if (in[i].branch)\n    result = %s;\n  else\n", f->result);
  text_add(&text, "  result = %s;\n  out[i].words[0] = result;\n", f->result);
  return text;
}

/* The launches of each shape, and behind them those of operands whose order, NaNs and signs of zeros show: in the first
 * of these each rounds, in the second they are special, and of one kind in each 16 neighbours. */
enum { LAUNCHES = 3, ROUNDS = LAUNCHES, SPECIAL, ALL_LAUNCHES };

static struct value operand(const struct test *t, const struct draw *draw) {
  const struct algebra *a = t->algebra;
  if (draw->launch < LAUNCHES)
    return (struct value){{input_exact(a->op, a->scalar, draw->random), ~draw->random * 0x9e3779b97f4a7c15u}};
  const enum input_special kind =
      draw->launch == ROUNDS ? SPECIAL_ROUNDS : SPECIAL_ANY + (draw->item / 16 + draw->number) % 4;
  return (struct value){{input_special(kind, a->scalar, draw->random)}};
}

static uint64_t group_of(const struct test *t, const struct work_group *w, unsigned rank) {
  const struct function *f = t->data;
  return w->places[rank].words[0] * 2 + (f->divergent && w->in[w->at[rank]].branch);
}

/* The lanes of a full sub-group in such work-groups; 0: the driver chooses. */
static unsigned lanes_of(const struct test *t, const struct work_group *w) {
  const size_t *local = w->shape->local;
  return t->flags & WHOLE ? (unsigned)(local[0] * local[1] * local[2]) : t->n;
}

/* Whether each lane is there once, and, where their number is known, in its place. */
static char *judge_places(const struct test *t, const struct work_group *w) {
  const unsigned lanes = lanes_of(t, w);
  uint64_t size[MOST_ITEMS] = {0};
  lane_set seen[MOST_ITEMS] = {0};
  char *error = NULL;
  for (unsigned rank = 0; rank < w->n && !error; rank++) {
    const uint64_t id = w->places[rank].words[0], lane = w->places[rank].words[1], members = w->places[rank].words[2],
                   full = w->places[rank].words[3], rest = w->n - id * lanes;
    const bool good =
        id < w->n && full <= MAX_LANES && members <= full && lane < members && !is_in(seen[id], (unsigned)lane) &&
        (!size[id] || size[id] == members) && (!w->lanes || full == w->lanes) &&
        (!lanes ||
         (full == lanes && id == rank / lanes && lane == rank % lanes && members == (rest < lanes ? rest : lanes)));
    if (good) {
      size[id] = members;
      seen[id] = with(seen[id], (unsigned)lane);
    } else {
      text_add(&error, "work-item %zu: not a sub-group: id %llu, lane %llu of %llu, of a full one %llu", w->at[rank],
               (unsigned long long)id, (unsigned long long)lane, (unsigned long long)members, (unsigned long long)full);
      if (w->lanes)
        text_add(&error, ", and clGetKernelSubGroupInfo says %zu", w->lanes);
    }
  }
  for (unsigned id = 0; id < w->n && !error; id++)
    for (unsigned lane = 0; lane < size[id] && !error; lane++)
      if (!is_in(seen[id], lane))
        text_add(&error, "sub-group %u has no lane %u", id, lane);
  return error;
}

/* The sub-group of the member, by lanes. */
static void find_lanes(const struct members *m, struct lanes *s) {
  const struct work_group *w = m->w;
  const struct function *f = m->test->data;
  const uint64_t *own = w->places[m->ranks[m->own]].words;
  const unsigned lanes = lanes_of(m->test, w);
  const size_t *local = w->shape->local, full_group = local[0] * local[1] * local[2];
  *s = (struct lanes){.size = (unsigned)own[2],
                      .full = (unsigned)own[3],
                      .id = (unsigned)own[0],
                      .enqueued_count = lanes ? (unsigned)((full_group + lanes - 1) / lanes) : 0,
                      .shared = w->shared,
                      .items = (uint32_t)shape_items(w->shape)};
  for (unsigned rank = 0; rank < w->n; rank++) {
    const unsigned lane = (unsigned)w->places[rank].words[1];
    s->count += lane == 0;
    if (w->places[rank].words[0] != own[0])
      continue;
    s->a[lane] = w->in[w->at[rank]].a;
    s->high[lane] = w->in[w->at[rank]].x.words[1];
    for (unsigned k = 0; k < f->elements; k++)
      s->x[lane][k] = w->in[(w->at[rank] + k) % shape_items(w->shape)].x.words[0];
  }
}

static uint64_t expect(const struct members *m, struct value *wanted) {
  static struct lanes s;
  static lane_set set;
  const struct function *f = m->test->data;
  if (!m->own) {
    find_lanes(m, &s);
    set = (lane_set){0};
    for (unsigned i = 0; i < m->count; i++)
      set = with(set, (unsigned)m->w->places[m->ranks[i]].words[1]);
  }
  return f->expect(f, &s, set, (unsigned)m->w->places[m->ranks[m->own]].words[1], &wanted->words[0]);
}

/* Whether the member has the bits that the next member of its reduce has. */
static bool has_the_bits_of_the_next(const struct members *m, const struct function *f, uint64_t got) {
  const unsigned cluster = f->cluster ? f->cluster : MAX_LANES;
  if (m->own + 1 == m->count)
    return true;
  const uint64_t lane = m->w->places[m->ranks[m->own]].words[1], next = m->w->places[m->ranks[m->own + 1]].words[1];
  return lane / cluster != next / cluster || member_got(m, m->own + 1, 0)->words[0] == got;
}

/* In which order a whole sub-group's scan combines floats depends on the device; where it is the work-group, that of
 * clusters too. */
static bool accepts(const struct members *m, const struct value *got, const struct value *wanted) {
  const struct function *f = m->test->data;
  const bool is_reduce = strstr(f->name, "reduce"), is_fixed = is_reduce && !(f->cluster && m->test->flags & WHOLE),
             is_near = m->w->launch == ROUNDS && !f->divergent && !is_fixed;
  if (!f->folds)
    return got->words[0] == wanted->words[0];
  if (is_reduce && !has_the_bits_of_the_next(m, f, got->words[0]))
    return false;
  return is_near ? ref_near(f->op, f->type, got->words[0], wanted->words[0])
                 : ref_same(f->op, f->type, got->words[0], wanted->words[0]);
}

/* Why the family is not tested as SPIR-V; NULL: it is. */
static const char *il_lacks(const struct options *o, const struct family *f) {
  if (!strcmp(f->name, "rotates") || !strcmp(f->name, "flow") || !strcmp(f->name, "uniform_arithmetic"))
    return "clang and llvm-spirv 15 do not make these instructions";
  if (!strcmp(f->name, "ballot_broadcasts"))
    return "broadcasts by an index that is no constant are new in SPIR-V 1.5";
  return f->divergent && !o->common.builder.shuffles ? "the device takes no SPIR-V 1.3" : NULL;
}

/* What is missing for the family with this type, or "". */
static void find_lacks(const struct options *o, const struct device *d, const struct family *f, enum ref_type type,
                       char *why, size_t size) {
  const bool is_small = ref_bytes(type) < 4 && type != REF_HALF;
  *why = 0;
  if ((type == REF_HALF && !d->fp16) || (type == REF_DOUBLE && !d->fp64))
    snprintf(why, size, "%s has no %s", d->name, ref_type_name(type));
  else if (is_small && f->small == GPU_SMALL && !*d->target)
    snprintf(why, size, "no extension has these functions of type %s", ref_type_name(type));
  else if (f->small == GPU_SMALL && !*d->target && !o->whole && o->common.builder.way != WAY_NATIVE)
    snprintf(why, size, "the library does not make these functions of a device's own sub-groups");
  else if (o->common.builder.way == WAY_IL && il_lacks(o, f))
    snprintf(why, size, "%s", il_lacks(o, f));
  else if (!f->extensions && !*d->target && !(o->whole && o->common.builder.way == WAY_MODULE))
    snprintf(why, size, "%s has no functions of clgroup's", d->name);
  char *list = NULL;
  text_add(&list, "%s%s", f->extensions ? f->extensions : "",
           is_small && f->small == EXTENDED_SMALL ? " cl_khr_subgroup_extended_types" : "");
  for (char *state, *word = strtok_r(list, " ", &state); word && !*why; word = strtok_r(NULL, " ", &state))
    if (!(clgroup_extension_find(word, strlen(word)) & o->offered))
      snprintf(why, size, "%s has no %s", d->name, word);
  free(list);
}

static void run_family(const struct options *o, const struct device *d, const struct family *family,
                       enum ref_type type) {
  static struct function functions[MOST_TESTS];
  static struct test tests[MOST_TESTS];
  static struct algebra algebra[MOST_TESTS];
  const unsigned lanes = device_lanes(d);
  const struct traits traits = {.lanes = o->whole ? MAX_LANES
                                         : lanes  ? lanes
                                                  : 4,
                                .is_quick = o->common.quick,
                                .is_uniform = o->uniform,
                                .is_extended = o->offered & CLGROUP_HAS(subgroup_extended_types)};
  const unsigned count = family_functions(family, type, &traits, functions);
  char why[384], name[96], suffix[16], *head = head_of(type);
  find_lacks(o, d, family, type, why, sizeof why);
  if (o->common.builder.way == WAY_MODULE || o->common.builder.way == WAY_SOURCE)
    check_macros(o, d, &head);
  if (family->rows == flows)
    text_add(&head, "%s", flow_helpers);
  snprintf(suffix, sizeof suffix, "%s%s", family->is_typed ? "." : "", family->is_typed ? ref_type_name(type) : "");
  snprintf(name, sizeof name, "%s%s", family->name, suffix);
  for (unsigned i = 0; i < count; i++) {
    const struct function *f = &functions[i];
    algebra[i] = (struct algebra){.kind = SCALAR, .op = f->op, .scalar = type};
    /* What the specification leaves open the library promises, and drivers do not. */
    const bool is_special = (lanes || o->whole) && f->folds && ref_is_float(type);
    tests[i] =
        (struct test){.body = body_of(f),
                      .algebra = &algebra[i],
                      .columns = 1,
                      .bytes = sizeof(uint64_t),
                      .elements = 1,
                      .work_groups = 3,
                      .launches = is_special ? ALL_LAUNCHES : LAUNCHES,
                      .repeats = LAUNCHES,
                      .operand = operand,
                      .group = group_of,
                      .by_lanes = true,
                      .expect = expect,
                      .accepts = accepts,
                      .judge_places = judge_places,
                      .undefined = lanes ? NULL : "what is right depends on the sub-groups, which the driver chooses",
                      .data = f,
                      .n = lanes,
                      .flags = o->whole ? WHOLE : 0};
    memcpy(tests[i].name, f->name, sizeof f->name);
  }
  const struct program program = {.name = name,
                                  .prefix = "",
                                  .suffix = suffix,
                                  .lacks = *why ? why : NULL,
                                  .head = head,
                                  .shapes = o->full           ? shapes_sub_groups_full
                                            : o->common.quick ? shapes_sub_groups_quick
                                            : *d->target      ? shapes_sub_groups_gpu
                                                              : shapes_sub_groups,
                                  .has_places = true,
                                  .source = {.max_size = 128},
                                  .tests = tests,
                                  .count = count};
  judge_program((struct job *)&o->common, &program);
  free(head);
}

/* Of a list separated by commas. */
static unsigned extensions_of(const char *list) {
  unsigned all = 0;
  for (size_t length; *list; list += length + (list[length] == ',')) {
    length = strcspn(list, ",");
    const unsigned found = clgroup_extension_find(list, length);
    if (!found)
      argument_error("no extension '%.*s' that the library provides", (int)length, list);
    all |= found;
  }
  return all;
}

/* The extensions that the device has or clgroup-cc provides: by default all that this suite tests. */
static void find_offers(struct options *o, const struct device *d) {
  struct builder *b = &o->common.builder;
  char *lacking = NULL, *option = NULL;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    if (*d->target || device_has(d, clgroup_extensions[i].name) ||
        (i == CLGROUP_BIT_subgroups && d->max_sub_groups)) /* rusticl 25 */
      o->offered |= 1u << i;
    else if (i != CLGROUP_BIT_extended_bit_ops && i != CLGROUP_BIT_integer_dot_product)
      text_add(&lacking, "%s%s", lacking ? "," : "", clgroup_extensions[i].name);
  if (b->way == WAY_MODULE && !o->provide)
    o->provide = lacking;
  const unsigned provided = b->way == WAY_MODULE && o->provide ? extensions_of(o->provide) : 0;
  if (provided)
    text_add(&option, "--provide=%s", o->provide);
  b->provide = option;
  /* Strategy subgroup would need what is provided. */
  if (provided & CLGROUP_HAS(subgroups) && !*d->target && !strcmp(b->strategy, "subgroup"))
    b->strategy = "tree";
  o->offered |= provided;
  o->whole = !*d->target && (provided & CLGROUP_HAS(subgroups) || d->max_sub_groups == 1);
  o->uniform |= o->whole;
}

static void check_required(const struct options *o, const struct device *d) {
  const unsigned lacking = o->require ? extensions_of(o->require) & ~o->offered : 0;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    if (lacking & 1u << i)
      report_fail(clgroup_extensions[i].name, "%s does not have it", d->name);
}

static int run_tests(void *argument) {
  struct options *o = argument;
  struct builder *b = &o->common.builder;
  const struct device *device = b->device;
  if (!o->way)
    b->way = *device->target ? WAY_MODULE : WAY_NATIVE;
  b->shuffles = b->way == WAY_IL && device_takes_spirv(device, 13);
  find_offers(o, device);
  check_required(o, device);
  for (unsigned f = 0; f < FAMILIES; f++)
    for (unsigned t = 0; t < REF_TYPES; t++)
      if (families[f].is_typed ? !o->types || clgroup_list_has(o->types, ref_type_name(t)) : t == REF_ULONG)
        run_family(o, device, &families[f], t);
  return 0;
}

static bool ready(void *argument) {
  struct options *o = argument;
  struct builder *b = &o->common.builder;
  if (o->way) {
    b->way = (enum way)job_choice("--way", o->way, way_names);
    if (!clgroup_list_has("module native source il", o->way))
      argument_error("--way %s is not for sub-groups", o->way);
    text_add(&o->common.how, "way %s", o->way);
  }
  if (o->provide)
    extensions_of(o->provide);
  if (o->require)
    extensions_of(o->require);
  return true;
}

int sub_groups_main(int argc, char **argv) {
  struct options o = {.common = {.about = about,
                                 .usage = usage,
                                 .ready = ready,
                                 .run = run_tests,
                                 .builder = {.clang = CLGROUP_EXEC_CLANG, .llvm_spirv = CLGROUP_EXEC_LLVM_SPIRV}}};
  const struct argument own[] = {{"--way", .text = &o.way},
                                 {"--provide", .text = &o.provide},
                                 {"--require", .text = &o.require},
                                 {"--types", .text = &o.types},
                                 {"--uniform", .flag = &o.uniform},
                                 {"--full", .flag = &o.full},
                                 {"--kernels", .flag = &o.common.kernels}};
  /* As functions_main. */
  setenv("POCL_WORK_GROUP_SPECIALIZATION", "0", 0);
  return job_main(&o.common, argc, argv, own, sizeof own / sizeof *own);
}
