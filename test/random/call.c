/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "call.h"

#include "splitmix.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOT = 256, SLOTS = HEADER_PARAMETERS, IN_ROW = SLOT * SLOTS * CLASSES, MOST = 32, LARGEST = 128 };

/* What a type is made of. */
struct value {
  const char *stored; /* the scalar type that its memory is of */
  unsigned bytes, width;
  enum class class;
};

static bool starts(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

static bool value_of(const char *type, struct value *v) {
  static const struct {
    const char *names, *stored;
    unsigned bytes;
    enum class class;
  } types[] = {
      {" char ", "char", 1, OF_INT},
      {" uchar ", "uchar", 1, OF_INT},
      {" short ", "short", 2, OF_INT},
      {" ushort ", "ushort", 2, OF_INT},
      {" int bool void flag ", "int", 4, OF_INT},
      {" uint cl_mem_fence_flags ", "uint", 4, OF_INT},
      {" long intptr_t ptrdiff_t ", "long", 8, OF_INT},
      {" ulong uintptr_t size_t ", "ulong", 8, OF_INT},
      {" float ", "float", 4, OF_FLOAT},
      {" double ", "double", 8, OF_DOUBLE},
      {" half ", "half", 2, OF_HALF},
  };
  char name[40];
  if (!strcmp(type, "atomic_half")) /* which no driver has */
    return false;
  type += starts(type, "atomic_") ? strlen("atomic_") : 0;
  const size_t stem = strcspn(type, "0123456789");
  snprintf(name, sizeof name, " %.*s ", (int)stem, type);
  for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
    if (strstr(types[i].names, name)) {
      const unsigned width = type[stem] ? (unsigned)atoi(type + stem) : 1;
      *v = (struct value){types[i].stored, types[i].bytes, width, types[i].class};
      return true;
    }
  return false;
}

/* An argument that is the same in all calls; else NULL. */
static const char *constant_of(const struct prototype *p, unsigned i) {
  const char *type = p->parameters[i].type;
  const bool in_group = starts(p->name, "work_group_") || starts(p->name, "sub_group_");
  if (!strcmp(type, "memory_order"))
    return "memory_order_relaxed";
  if (!strcmp(type, "memory_scope"))
    return "memory_scope_work_group";
  if (!strcmp(type, "cl_mem_fence_flags"))
    return "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE";
  if (!strcmp(type, "event_t"))
    return "0";
  if (strstr(p->name, "clustered") && i && i == p->count - 1)
    return "1";
  if (in_group && (i || !strcmp(type, "size_t")))
    return "0";
  return !strcmp(type, "size_t") || starts(p->name, "get_") ? "1" : NULL;
}

const char *call_reason(const struct prototype *p) {
  static const struct {
    const char *name, *reason;
  } names[] = {{"intel_", "an extension of one vendor"},
               {"amd_", "an extension of one vendor"},
               {"arm_", "an extension of one vendor"},
               {"wait_group_events", "called behind each async_work_group_copy"}};
  struct value v;
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (starts(p->name, names[i].name))
      return names[i].reason;
  for (unsigned i = 0; i <= p->count; i++) {
    const char *type = i < p->count ? p->parameters[i].type : p->result;
    if (starts(type, "image") || starts(type, "sampler"))
      return "images, which clgroup-apps calls";
    if (!value_of(type, &v) && !(i < p->count && constant_of(p, i)) && strcmp(type, "event_t"))
      return "pipes, queues on devices, atomics on half";
  }
  return NULL;
}

static bool is_atomic(const struct prototype *p) {
  return p->count && starts(p->parameters[0].type, "atomic_");
}

static void add(struct calls *c, const struct prototype *p, enum space space) {
  static const char *const spaces[SPACES] = {"", "*", " private*", " local*", " global*", " constant*"};
  struct call call = {.function = p, .space = space};
  struct value v;
  char *text = NULL;
  text_add(&text, "%s %s(", p->result, p->name);
  for (unsigned i = 0; i <= p->count; i++) {
    const struct parameter *a = i < p->count ? &p->parameters[i] : NULL;
    if (a)
      text_add(&text, "%s%s%s%s", i ? ", " : "", a->is_const ? "const " : "", a->type,
               spaces[a->space == NOWHERE ? space : a->space]);
    if (value_of(a ? a->type : p->result, &v)) {
      call.uses_double |= v.class == OF_DOUBLE;
      call.uses_half |= v.class == OF_HALF && !(a && a->space != VALUE && strstr(p->name, "_half"));
    }
  }
  text_add(&text, ")");
  snprintf(call.text, sizeof call.text, "%s", text);
  free(text);
  if (!(c->count & (c->count - 1)) && !(c->list = realloc(c->list, (c->count ? 2 * c->count : 1) * sizeof call)))
    abort();
  c->list[c->count++] = call;
}

/* A name's first function, and one in sixteen of the others. */
static bool is_sampled(const struct prototype *p, const struct header *h) {
  const size_t stem = starts(p->name, "convert_") ? 11 : sizeof p->name;
  uint64_t at = (uint64_t)(p - h->list);
  return !at || strncmp(p->name, p[-1].name, stem) || random_next(&at) % 16 == 0;
}

void calls_make(struct calls *c, const struct header *h, const char *standard, bool some) {
  const bool has_generic = !strcmp(standard, "CL2.0");
  *c = (struct calls){0};
  for (const struct prototype *p = h->list; p < h->list + h->count; p++) {
    bool open = false;
    for (unsigned i = 0; i < p->count; i++)
      open |= p->parameters[i].space == NOWHERE;
    if (call_reason(p)) {
      c->left_out++;
      continue;
    }
    if (some && !is_sampled(p, h))
      continue;
    if (open && has_generic)
      for (enum space s = is_atomic(p) ? LOCAL : PRIVATE; s <= GLOBAL; s++)
        add(c, p, s);
    else if (!open || !is_atomic(p)) /* In OpenCL C 3.0 the header has atomics for each address space. */
      add(c, p, PRIVATE);
  }
}

void calls_free(struct calls *c) {
  free(c->list);
  *c = (struct calls){0};
}

/* Functions whose results are not defined for all values. */
static bool is_careful(const struct prototype *p) {
  struct value v;
  if (starts(p->name, "convert_"))
    return value_of(p->parameters[0].type, &v) && v.class != OF_INT;
  return strstr(p->name, "24") || !strcmp(p->name, "clamp") || !strcmp(p->name, "smoothstep") ||
         starts(p->name, "bitfield_");
}

static size_t value_bytes(const struct value *v) {
  return v->bytes * (v->width == 3 ? 4 : v->width);
}

static size_t rounded(size_t at, size_t to) {
  return (at + to - 1) / to * to;
}

/* Room for a result of `count` such values; returns its place in the row. */
static size_t place(struct call *c, const struct value *v, size_t count) {
  const size_t size = value_bytes(v), at = rounded(c->end, size < 4 ? 4 : size);
  c->end = rounded(at + size * count, 4);
  c->results[c->result_count++] = (struct result){v->class, at - c->begin, size * count};
  return at;
}

static size_t slot(const struct value *v, unsigned argument) {
  return (v->class * SLOTS + argument) * SLOT;
}

/* A vector of three has no fourth element, which compilers may store or not. */
static void add_store(char **text, const char *value, const struct value *v, size_t at) {
  char type[16];
  snprintf(type, sizeof type, v->width > 1 ? "%s%u" : "%s", v->stored, v->width);
  if (v->width == 3)
    for (unsigned e = 0; e < 3; e++)
      text_add(text, "    *(global %s *)(o + %zu) = %s.s%u;\n", v->stored, at + e * v->bytes, value, e);
  else
    text_add(text, "    *(global %s *)(o + %zu) = %s;\n", type, at, value);
}

/* The parts of a program's text: the kernel's local variables, and of one call what precedes and follows it, and its
 * arguments. */
struct parts {
  char **kernel, *before, *after, *arguments;
};

/* vloadN and vstoreN want many elements, at the second place; others are content with two. */
static unsigned elements_of(const struct prototype *p, const struct value *v) {
  const bool many = v->width == 1 && (starts(p->name, "vload") || starts(p->name, "vstore"));
  return many ? MOST : 2;
}

/* Adds pointer argument i, what it points to, and what keeps that after the call. */
static void add_pointer(struct call *c, unsigned i, struct parts *to, const char *in, size_t index) {
  static const char *const spaces[SPACES] = {"", "", "", "local ", "global ", "constant "};
  const struct prototype *p = c->function;
  const struct parameter *a = &p->parameters[i];
  /* What a compare-and-exchange expects is private memory. */
  const enum space space = a->space != NOWHERE ? a->space : i && is_atomic(p) ? PRIVATE : c->space;
  const char *type = strcmp(a->type, "void") ? a->type : "int";
  struct value v;
  if (!value_of(a->type, &v))
    return;
  char plain[40], name[32];
  snprintf(plain, sizeof plain, v.width > 1 ? "%s%u" : "%s", v.stored, v.width);
  snprintf(name, sizeof name, "p%zu_%u", index, i);
  const unsigned count = elements_of(p, &v);
  if (a->is_const && (space == CONSTANT || space == GLOBAL)) {
    text_add(&to->arguments, "(%s const %s *)(%s + %zu)", spaces[space], type, space == CONSTANT ? "con" : in,
             slot(&v, i));
    return;
  }
  const size_t at = place(c, &v, count);
  if (space == GLOBAL)
    text_add(&to->before, "    global %s *%s = (global %s *)(o + %zu);\n", plain, name, plain, at);
  else
    text_add(space == LOCAL ? to->kernel : &to->before, "    %s%s %s[%u];\n", spaces[space], plain, name, count);
  text_add(&to->before, "    for (int i = 0; i < %u; i++) %s[i] = ", count, name);
  if (strcmp(type, "atomic_flag"))
    text_add(&to->before, "((global const %s *)(%s + %zu))[i];\n", plain, in, slot(&v, i));
  else
    text_add(&to->before, "0;\n");
  if (starts(type, "atomic_"))
    text_add(&to->arguments, "(%s%s *)%s", spaces[space], type, name);
  else
    text_add(&to->arguments, "%s", name);
  for (unsigned e = 0; space != GLOBAL && e < count; e++) {
    char element[48];
    snprintf(element, sizeof element, "%s[%u]", name, e);
    add_store(&to->after, element, &v, at + e * value_bytes(&v));
  }
}

static void add_call(struct call *c, char **kernel, char **text, size_t index) {
  const struct prototype *p = c->function;
  const char *in = is_careful(p) ? "careful" : "in";
  struct parts parts = {.kernel = kernel};
  struct value v;
  text_add(&parts.before, "%s", "");
  text_add(&parts.after, "%s", "");
  text_add(&parts.arguments, "%s", "");
  for (unsigned i = 0; i < p->count; i++) {
    const struct parameter *a = &p->parameters[i];
    const char *constant = constant_of(p, i);
    text_add(&parts.arguments, "%s", i ? ", " : "");
    if (a->space != VALUE)
      add_pointer(c, i, &parts, in, index);
    else if (constant)
      text_add(&parts.arguments, "%s", constant);
    else if (value_of(a->type, &v))
      text_add(&parts.arguments, "IN(%s, %s + %zu)", strcmp(a->type, "bool") ? a->type : "int", in, slot(&v, i));
  }
  text_add(text, "  {\n%s", parts.before);
  if (!strcmp(p->result, "event_t")) {
    text_add(text, "    event_t e = %s(%s);\n    wait_group_events(1, &e);\n", p->name, parts.arguments);
  } else if (!strcmp(p->result, "void") || !value_of(p->result, &v)) {
    text_add(text, "    %s(%s);\n", p->name, parts.arguments);
  } else {
    text_add(text, "    %s r = %s(%s);\n", strcmp(p->result, "bool") ? p->result : "int", p->name, parts.arguments);
    add_store(text, "r", &v, place(c, &v, 1));
  }
  text_add(text, "%s  }\n", parts.after);
  free(parts.before);
  free(parts.after);
  free(parts.arguments);
}

/* A number for row r, of place i in a slot: those of rows 0 and 1 grow from slot to slot. */
static double number(uint64_t *state, unsigned r, unsigned s, unsigned i) {
  static const double special[] = {0.0, -0.0, 1.0, -1.0, 1e10, -1e-10, 0.5, -2.5};
  const double d = (double)(random_next(state) % 4096) / 4096;
  return r < 2 ? d / 2 + 0.25 + s : r < 4 ? 2 * d - 1 : r < 6 ? 200 * d - 100 : special[(i + r + s) % 8];
}

/* A row's values of all classes. Rows 0 and 1 have small ones, others any. */
static void fill(unsigned char *row, unsigned r) {
  uint64_t state = r;
  for (unsigned s = 0; s < SLOTS; s++)
    for (unsigned i = 0; i < SLOT; i++) {
      unsigned char *at = row + s * SLOT + i;
      *at = (unsigned char)random_next(&state);
      if (r < 2)
        *at = r && i % 8 == 0 ? (unsigned char)(2 * s + 1) : 0;
      if (i % 4 == 0) {
        const float f = (float)number(&state, r, s, i / 4);
        memcpy(at + OF_FLOAT * SLOTS * SLOT, &f, sizeof f);
      }
      if (i % 8 == 0) {
        const double d = number(&state, r, s, i / 8);
        memcpy(at + OF_DOUBLE * SLOTS * SLOT, &d, sizeof d);
      }
      if (i % 2 == 0) {
        uint16_t h = (uint16_t)(random_next(&state) % 0x400); /* the fraction of 1 to 2 */
        h = (uint16_t)(h + (r >= 2 ? 0x3400 + 0x400 * ((r + s) % 6) : s < 1 ? 0x3800 : s < 2 ? 0x3c00 : 0x4000));
        h = (uint16_t)(h | (r >= 2 && (random_next(&state) & 1) ? 0x8000 : 0));
        memcpy(at + OF_HALF * SLOTS * SLOT, &h, sizeof h);
      }
    }
}

static void add_buffer(struct case_launch *l, size_t bytes, bool is_result) {
  struct case_argument *a = &l->arguments[l->argument_count++];
  *a = (struct case_argument){.type = REF_UINT, .is_buffer = true, .count = bytes / 4};
  a->before = allocate(bytes);
  memset(a->before, 0, bytes);
  a->is_kept = is_result;
}

enum { IN_BUFFER, CONSTANT_BUFFER, RESULTS, BUFFERS };

/* `row`: the bytes of a row of results. */
static void add_launch(struct clgroup_case *c, size_t row) {
  struct case_launch *l = c->launches = allocate(sizeof *l);
  c->launch_count = 1;
  *l = (struct case_launch){.kernel = "k", .dimensions = 1, .local = {1, 1, 1}, .groups = {CALL_ROWS, 1, 1}};
  l->arguments = allocate(BUFFERS * sizeof *l->arguments);
  add_buffer(l, CALL_ROWS * IN_ROW, false);
  add_buffer(l, IN_ROW, false);
  for (unsigned r = 0; r < CALL_ROWS; r++)
    fill((unsigned char *)l->arguments[IN_BUFFER].before + (size_t)r * IN_ROW, r);
  fill(l->arguments[CONSTANT_BUFFER].before, 2);
  add_buffer(l, CALL_ROWS * row, true);
}

void calls_program(struct clgroup_case *f, struct call *const *calls, size_t count, const char *standard) {
  char *kernel = NULL, *body = NULL, *text = NULL;
  size_t row = 0;
  text_add(&kernel, "%s", "");
  text_add(&body, "%s", "");
  for (size_t i = 0; i < count; i++) {
    /* Aligned for all types, so that a call's results have the same gaps in each program. */
    calls[i]->begin = calls[i]->end = rounded(row, LARGEST);
    calls[i]->result_count = 0;
    add_call(calls[i], &kernel, &body, i);
    row = calls[i]->end;
  }
  row = rounded(row + 4, SLOT);
  text_add(&text,
           "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n"
           "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n"
           "#define IN(T, at) (*(global const T *)(at))\n"
           "kernel void k(global const uchar *in, constant uchar *con, global uchar *o) {\n%s"
           "  const size_t row = get_group_id(0);\n  global const uchar *careful = in + (row & 1) * %d;\n"
           "  in += row * %d;\n  o += row * %zu;\n  *(global int *)(o + %zu) = 1;\n",
           kernel, IN_ROW, IN_ROW, row, row - 4);
  *f = (struct clgroup_case){.option_count = 1};
  text_add(&f->plain, "%s%s}\n", text, body);
  /* So that the layer builds the program. Before OpenCL C 2.0 there is no such function; there it is enough that the
   * text names it. */
  text_add(&f->text,
           "%s#if __OPENCL_C_VERSION__ >= 200\n  *(global int *)(o + %zu) = work_group_reduce_add(1);\n#endif\n%s}\n",
           text, row - 4, body);
  text_add(&f->options[0], "-cl-std=%s", standard);
  text_add(&f->name, "built-ins");
  free(text);
  free(kernel);
  free(body);
  add_launch(f, row);
}

const char *call_results(const struct clgroup_case *f, const struct call *c, unsigned row) {
  const struct case_argument *a = &f->launches->arguments[RESULTS];
  return (const char *)a->expected + a->count * ref_bytes(a->type) / CALL_ROWS * row + c->begin;
}
