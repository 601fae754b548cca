/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that kernels and helpers call: macros for the names of work-group functions, or plain functions
 * instead, in the simplest style that people write by hand. */
#include "print.h"
#include "interpret.h"

#include <stdarg.h>
#include <stdlib.h>

const char *const work_group_names[] = {"reduce", "scan_inclusive", "scan_exclusive", "all", "any", "broadcast"};

void print_text(struct printer *o, const char *format, ...) {
  va_list values;
  va_start(values, format);
  clgroup_buffer_add_list(&o->out, format, values);
  va_end(values);
  if (o->out.failed)
    abort();
}

const char *print_shared(const struct printer *o) {
  return o->p->features & WITH_OBJECTS ? "static " : "";
}

const char *plain_name_of(struct printer *o, const struct expression *e) {
  const bool has_operator = e->what < ALL;
  return text_of(o, "plain_%s%s%s_%s", work_group_names[e->what], has_operator ? "_" : "",
                 has_operator ? ref_op_name(e->by) : "", ref_type_name(e->operands[0]->type));
}

/* Where a plain function of type T starts. */
static const char *start_of(struct printer *o, enum ref_type type, unsigned by) {
  if (ref_is_float(type) && (by == MIN || by == MAX))
    return by == MIN ? "(T)INFINITY" : "-(T)INFINITY";
  const unsigned long long bits = ref_is_float(type) ? by == MUL : value_identity(type, by).i;
  return text_of(o, "(T)%lluUL", bits);
}

static void print_plain(struct printer *o, const struct expression *e) {
  static const char *const combine[] = {
      "(T)((U)a + (U)b)", "b < a ? b : a", "a < b ? b : a", "(T)((U)a * (U)b)", "a & b", "a | b", "a ^ b",
      "(T)(a && b)",      "(T)(a || b)",   "(T)(!a != !b)"};
  const enum ref_type type = e->operands[0]->type;
  const char *t = ref_type_name(type), *end = "lsz_()";
  const unsigned by = e->what == ALL ? LOGICAL_AND : e->what == ANY ? LOGICAL_OR : e->by;
  /* Only an exclusive scan starts with what may be infinite, which -cl-fast-relaxed-math leaves undefined. */
  const bool first = e->what != SCAN_EXCLUSIVE && by < LOGICAL_AND;
  if (e->what == SCAN_INCLUSIVE || e->what == SCAN_EXCLUSIVE)
    end = e->what == SCAN_INCLUSIVE ? "rank_() + 1u" : "rank_()";
  print_text(o, "#define T %s\n#define U %s%s\n", t, type_is_signed(type) ? "u" : "", t);
  print_text(o, "%sT %s(T x, %slocal ulong *s_) {\n  local T *s = (local T *)s_;\n", print_shared(o),
             plain_name_of(o, e), e->what == BROADCAST ? "size_t from, " : "");
  print_text(o, "  s[rank_()] = x;\n  barrier(CLK_LOCAL_MEM_FENCE);\n");
  if (e->what == BROADCAST)
    print_text(o, "  T result = s[from];\n");
  else
    print_text(o,
               "  T result = %s;\n  for (uint i = %d; i < %s; i++) {\n    T a = result, b = s[i];\n"
               "    result = %s;\n  }\n",
               first ? "s[0]" : start_of(o, type, by), first, end, combine[by]);
  print_text(o, "  barrier(CLK_LOCAL_MEM_FENCE);\n  return result;\n}\n#undef T\n#undef U\n");
}

/* Each function that the program calls is declared once: its macros, or its plain form. */
struct seen {
  struct printer *o;
  bool function[WORK_GROUP_FUNCTIONS][OPERATORS][CASE_TYPES], name[WORK_GROUP_FUNCTIONS][OPERATORS];
};

static void declare(const struct expression *e, void *data) {
  struct seen *seen = data;
  struct printer *o = seen->o;
  if (e->kind != WORK_GROUP_CALL)
    return;
  bool *function = &seen->function[e->what][e->by][e->operands[0]->type], *name = &seen->name[e->what][e->by];
  if (o->plain && !*function)
    print_plain(o, e);
  if (!o->plain && !*name) {
    const char *by = e->what < ALL ? ref_op_name(e->by) : "", *line = *by ? "_" : "", *f = work_group_names[e->what];
    print_text(o, "#define M_%s%s%s(...) work_group_%s%s%s(__VA_ARGS__)\n", f, line, by, f, line, by);
    print_text(o, "#define A_%s%s%s work_group_%s%s%s\n", f, line, by, f, line, by);
  }
  *function = *name = true;
}

void print_declarations(struct printer *o) {
  struct seen seen = {.o = o};
  print_operators(o);
  program_visit(o->p, NULL, declare, &seen);
}

const char *print_type(struct printer *o, enum ref_type type) {
  static const char *const names[] = {"t_int", "t_uint", "t_long", "t_ulong", "t_half", "t_float", "t_double"};
  o->types |= 1u << type;
  return o->p->typedefs ? names[type] : ref_type_name(type);
}

const char *shape_of(struct printer *o, struct shape shape) {
  if (shape.kind == STRUCT) {
    o->structures |= 1u << shape.structure;
    return text_of(o, o->p->typedefs ? "t_s%u" : "struct s%u", shape.structure);
  }
  return shape.kind == VECTOR ? text_of(o, "%s%u", ref_type_name(shape.type), shape.count) : print_type(o, shape.type);
}

static void print_members(struct printer *o, const struct structure *s, unsigned from, unsigned to) {
  for (unsigned k = from; k < to; k++)
    print_text(o, "%s m%u; ", ref_type_name(s->members[k]), k);
}

void print_types(struct printer *o, const struct printer *users) {
  const bool typedefs = o->p->typedefs;
  for (unsigned t = 0; typedefs && t < CASE_TYPES; t++)
    if (users->types & 1u << t)
      print_text(o, "typedef %s t_%s;\n", ref_type_name((enum ref_type)t), ref_type_name((enum ref_type)t));
  for (unsigned k = 0; k < STRUCTURES; k++) {
    const struct structure *s = &o->p->structures[k];
    const bool nested = s->nested && s->count > 2;
    if (!(users->structures & 1u << k))
      continue;
    print_text(o, typedefs ? "typedef struct { " : "struct s%u { ", k);
    print_members(o, s, 0, nested ? 2 : s->count);
    if (nested) {
      print_text(o, "struct { ");
      print_members(o, s, 2, s->count);
      print_text(o, "} in; ");
    }
    print_text(o, typedefs ? "} t_s%u;\n" : "};\n", k);
  }
}
