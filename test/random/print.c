/* A program as OpenCL C, with the work-group functions or with plain ones in their place. */
#include "tree.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct printer {
  const struct program *p;
  const struct function *f;
  bool plain;
  char *text;
  size_t length, room;
  int depth;
};

static const char *const function_names[] = {"reduce", "scan_inclusive", "scan_exclusive", "all", "any", "broadcast"};
static const char *const operator_names[] = {"add", "min", "max",         "mul",        "and",
                                             "or",  "xor", "logical_and", "logical_or", "logical_xor"};
static const char *const suffixes[] = {"i", "u", "l", "m", "h", "f", "d"};

__attribute__((format(printf, 2, 3))) static void put(struct printer *o, const char *format, ...) {
  for (;;) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(o->text ? o->text + o->length : NULL, o->text ? o->room - o->length : 0, format, arguments);
    va_end(arguments);
    if (o->text && o->length + (size_t)length < o->room) {
      o->length += (size_t)length;
      return;
    }
    o->room = o->room * 2 + (size_t)length + 4096;
    o->text = need(realloc(o->text, o->room));
  }
}

static void indent(struct printer *o) {
  put(o, "%*s", 2 * o->depth, "");
}

static void constant(struct printer *o, enum case_type type, uint64_t v) {
  switch (type) {
  case CASE_INT:
    if ((int32_t)(uint32_t)v == INT32_MIN)
      put(o, "(-2147483647 - 1)");
    else
      put(o, (int32_t)(uint32_t)v < 0 ? "(%" PRId32 ")" : "%" PRId32, (int32_t)(uint32_t)v);
    break;
  case CASE_UINT:
    put(o, "%" PRIu32 "u", (uint32_t)v);
    break;
  case CASE_LONG:
    if ((int64_t)v == INT64_MIN)
      put(o, "(-9223372036854775807L - 1)");
    else
      put(o, (int64_t)v < 0 ? "(%" PRId64 "L)" : "%" PRId64 "L", (int64_t)v);
    break;
  case CASE_ULONG:
    put(o, "%" PRIu64 "UL", v);
    break;
  default:
    put(o, (int64_t)v < 0 ? "(%" PRId64 ".0%s)" : "%" PRId64 ".0%s", (int64_t)v,
        type == CASE_FLOAT  ? "f"
        : type == CASE_HALF ? "h"
                            : "");
  }
}

static void print(struct printer *o, const struct expression *e);

static void plain_name(struct printer *o, const struct expression *e) {
  put(o, "plain_%s", function_names[e->what]);
  if (e->what < ALL)
    put(o, "_%s", operator_names[e->by]);
  put(o, "_%s", type_name(e->operands[0]->type));
}

/* The name of what is called, as the program's style has it. */
static void print_name(struct printer *o, const struct expression *e) {
  const char *name = function_names[e->what], *by = e->what < ALL ? operator_names[e->by] : "";
  const char *line = *by ? "_" : "";
  switch ((o->p->style + e->style) % 8) {
  case 0:
    put(o, "M_%s%s%s", name, line, by); /* a macro that takes the arguments */
    break;
  case 1:
    put(o, "A_%s%s%s", name, line, by); /* a macro for the name */
    break;
  case 2:
    put(o, "PASTE(work_group_, %s%s%s)", name, line, by);
    break;
  case 4:
    put(o, "work_group_%s%s%s /* ( */\n    ", name, line, by);
    break;
  default:
    put(o, "work_group_%s%s%s", name, line, by);
  }
}

static void work_group_call(struct printer *o, const struct expression *e) {
  if (o->plain)
    plain_name(o, e);
  else
    print_name(o, e);
  put(o, "(");
  print(o, e->operands[0]);
  if (o->plain && e->what == BROADCAST) {
    static const char *const factors[] = {"", "", " * get_local_size(0)", " * get_local_size(0) * get_local_size(1)"};
    for (unsigned k = 1; k < e->count; k++) {
      put(o, k > 1 ? " + (size_t)(" : ", (size_t)(");
      print(o, e->operands[k]);
      put(o, ")%s", factors[k]);
    }
  } else
    for (unsigned k = 1; k < e->count; k++) {
      put(o, ", ");
      print(o, e->operands[k]);
    }
  put(o, o->plain ? ", s_)" : ")");
}

static void print_binary(struct printer *o, const struct expression *e) {
  const char *type = type_name(e->type);
  if (e->what >= LEAST) {
    put(o, "%s(", binary_symbols[e->what]);
    print(o, e->operands[0]);
    put(o, ", ");
    print(o, e->operands[1]);
    put(o, ")");
    return;
  }
  /* Sums of signed integers may overflow: they are made of unsigned ones. */
  const bool wraps = type_is_signed(e->type) && (e->what <= TIMES || e->what == SHIFT_LEFT);
  put(o, wraps ? "(%s)((u%s)" : "(", type, type);
  print(o, e->operands[0]);
  put(o, wraps && e->what != SHIFT_LEFT ? " %s (u%s)" : " %s ", binary_symbols[e->what], type);
  if (e->what == SHIFT_LEFT || e->what == SHIFT_RIGHT) {
    put(o, "(");
    print(o, e->operands[1]);
    put(o, " & %u)", type_bits(e->type) - 1);
  } else
    print(o, e->operands[1]);
  put(o, ")");
}

static void print_cast(struct printer *o, const char *type, const struct expression *e) {
  put(o, "((%s)", type);
  print(o, e);
  put(o, ")");
}

static const char *rank_text(const struct printer *o) {
  return o->f->is_kernel && o->f->style & 1 ? "((uint)r)" : "rank_()";
}

static void print_leaf(struct printer *o, const struct expression *e) {
  static const char *const arguments[] = {"n0", "n1", "n2"};
  const char *type = type_name(e->type), *suffix = suffixes[e->type];
  switch (e->kind) {
  case CONSTANT:
    constant(o, e->type, e->value);
    break;
  case VARIABLE:
    put(o, "v%u", e->index);
    break;
  case RANK:
    put(o, "%s", rank_text(o));
    break;
  case SIZE:
    put(o, "lsz_()");
    break;
  case GROUP:
    put(o, "grp_()");
    break;
  case LOCAL_ID:
    put(o, "((%s)get_local_id(%u))", type, e->index);
    break;
  case LOCAL_SIZE:
    put(o, "((%s)get_local_size(%u))", type, e->index);
    break;
  case GLOBAL_ID:
    put(o, "((%s)get_global_id(%u))", type, e->index);
    break;
  case ARGUMENT:
    put(o, "%s", arguments[e->index]);
    break;
  case LOAD:
    if (e->value)
      put(o, "i%s[(at + %u) %% tot]", suffix, (unsigned)e->value);
    else
      put(o, "i%s[at]", suffix);
    break;
  default:
    put(o, "io[at]");
  }
}

static void print(struct printer *o, const struct expression *e) {
  const struct expression *const *x = (const struct expression *const *)e->operands;
  switch (e->kind) {
  case WORK_GROUP_CALL:
    work_group_call(o, e);
    break;
  case CALL:
    put(o, "h%u(", e->index);
    for (unsigned k = 0; k < e->count; k++) {
      put(o, k ? ", " : "");
      print(o, x[k]);
    }
    put(o, o->plain ? "%ss_)" : ")", e->count ? ", " : "");
    break;
  case BINARY:
    print_binary(o, e);
    break;
  case COMPARISON:
    put(o, "(");
    print(o, x[0]);
    put(o, " %s ", comparison_symbols[e->what]);
    print(o, x[1]);
    put(o, ")");
    break;
  case CONDITIONAL:
    put(o, "(");
    print(o, x[0]);
    put(o, e->style % 2 ? " ? " : " != 0 ? ");
    print(o, x[1]);
    put(o, " : ");
    print(o, x[2]);
    put(o, ")");
    break;
  case CAST:
    print_cast(o, type_name(e->type), x[0]);
    break;
  case SMALL_FLOAT:
    put(o, "(%s)(", type_name(e->type));
    print(o, x[0]);
    put(o, " & %u)", (unsigned)e->value);
    break;
  case UNIT_FLOAT:
    put(o, "((%s)(%s %% 100u == %uu ? 2 : (", type_name(e->type), rank_text(o), (unsigned)e->value);
    print(o, x[0]);
    put(o, " & 1) ? -1 : 1))");
    break;
  case CLAMP:
    put(o, "clamp(");
    print(o, x[0]);
    put(o, ", ");
    constant(o, e->type, (uint64_t) - (int64_t)e->value);
    put(o, ", ");
    constant(o, e->type, e->value);
    put(o, ")");
    break;
  case ELEMENT:
    if (o->f->variables[e->index].kind == VECTOR)
      put(o, "v%u.s%u", e->index, (unsigned)e->value);
    else if (e->count) {
      put(o, "v%u[(uint)", e->index);
      print(o, x[0]);
      put(o, " %% %uu]", ELEMENTS);
    } else
      put(o, "v%u[%u]", e->index, (unsigned)e->value);
    break;
  case LOAD_UNIFORM:
    put(o, "i%s[", suffixes[e->type]);
    print(o, x[0]);
    put(o, " %% tot]");
    break;
  default:
    print_leaf(o, e);
  }
}

static void print_block(struct printer *o, const struct block *b);

static bool varies(const struct expression *e) {
  bool found = e->kind == VARIABLE || e->kind == ELEMENT || e->kind == LOAD_UPDATED || e->kind == CALL || e->calls;
  for (unsigned k = 0; k < e->count; k++)
    found |= varies(e->operands[k]);
  return found;
}

static void print_loop(struct printer *o, const struct statement *s) {
  const struct expression *e = s->expressions[0];
  const char *type = type_name(o->f->variables[s->index].type);
  const bool once = varies(e) || s->style == 1;
  const unsigned j = s->index;
  put(o, "{\n");
  o->depth++;
  indent(o);
  if (once)
    put(o, "const %s c%u = (%s)(", type, j, type);
  else
    put(o, "#define c%u (%s)(", j, type);
  print(o, e);
  put(o, " & %u)%s\n", LOOP_MASK, once ? ";" : "");
  indent(o);
  switch (s->style) {
  case 0:
    put(o, "for (v%u = 0; v%u < c%u; v%u++)", j, j, j, j);
    break;
  case 1:
    put(o, "for (v%u = c%u; v%u-- > 0;)", j, j, j);
    break;
  case 2:
    put(o, "v%u = 0;\n", j);
    indent(o);
    put(o, "while (v%u++ < c%u)", j, j);
    break;
  default:
    put(o, "v%u = 0;\n", j);
    indent(o);
    put(o, "do");
  }
  put(o, " {\n");
  print_block(o, &s->blocks[0]);
  indent(o);
  if (s->style == 3)
    put(o, "} while (++v%u < c%u);\n", j, j);
  else
    put(o, "}\n");
  o->depth--;
  if (!once)
    put(o, "#undef c%u\n", j);
  indent(o);
  put(o, "}\n");
}

static void print_switch(struct printer *o, const struct statement *s) {
  static const char *const factors[] = {"1", "0x50000001u"};
  const unsigned factor = s->style & 1;
  put(o, "switch (((uint)");
  print(o, s->expressions[0]);
  put(o, " & %uu) * %s) {\n", SWITCH_MASK, factors[factor]);
  for (unsigned k = 0; k < s->block_count; k++) {
    indent(o);
    if (s->has_default && k + 1 == s->block_count)
      put(o, "default: {\n");
    else
      put(o, "case 0x%xu: {\n", k * (factor ? 0x50000001u : 1u));
    print_block(o, &s->blocks[k]);
    indent(o);
    put(o, s->falls[k] ? "}\n" : "} break;\n");
  }
  indent(o);
  put(o, "}\n");
}

static void print_statement(struct printer *o, const struct statement *s) {
  const struct expression *e = s->expressions[0];
  indent(o);
  switch (s->kind) {
  case ASSIGN:
    put(o, "v%u = ", s->index);
    print(o, e);
    put(o, ";\n");
    break;
  case ASSIGN_PART:
    if (o->f->variables[s->index].kind == VECTOR)
      put(o, "v%u.s%u = ", s->index, (unsigned)e->value % ELEMENTS);
    else {
      put(o, "v%u[(uint)", s->index);
      print(o, e);
      put(o, " %% %uu] = ", ELEMENTS);
    }
    print(o, s->expressions[1]);
    put(o, ";\n");
    break;
  case STORE:
    put(o, "o%s[%u * tot + at] = ", suffixes[e->type], s->index);
    print(o, e);
    put(o, ";\n");
    break;
  case UPDATE:
    put(o, "io[at] = ");
    print(o, e);
    put(o, ";\n");
    break;
  case EXCHANGE:
    put(o, "barrier(CLK_LOCAL_MEM_FENCE);\n");
    indent(o);
    put(o, "l%u[%s] = ", s->style, rank_text(o));
    print(o, e);
    put(o, ";\n");
    indent(o);
    put(o, "barrier(CLK_LOCAL_MEM_FENCE);\n");
    indent(o);
    put(o, "v%u = l%u[(%s + %uu) %% lsz_()];\n", s->index, s->style, rank_text(o), (unsigned)s->value);
    break;
  case IF:
    put(o, "if (");
    print(o, e);
    put(o, s->style & 1 ? ") {\n" : " != 0) {\n");
    print_block(o, &s->blocks[0]);
    if (s->block_count == 2) {
      indent(o);
      put(o, "} else {\n");
      print_block(o, &s->blocks[1]);
    }
    indent(o);
    put(o, "}\n");
    break;
  case LOOP:
    print_loop(o, s);
    break;
  case SWITCH:
    print_switch(o, s);
    break;
  default:
    put(o, "if (");
    print(o, e);
    put(o, ")\n");
    o->depth++;
    indent(o);
    put(o, s->kind == BREAK ? "break" : s->kind == CONTINUE ? "continue" : "return");
    if (s->expressions[1]) {
      put(o, " ");
      print(o, s->expressions[1]);
    }
    put(o, ";\n");
    o->depth--;
  }
}

static void print_block(struct printer *o, const struct block *b) {
  o->depth++;
  for (unsigned i = 0; i < b->count; i++)
    print_statement(o, b->statements[i]);
  o->depth--;
}

static void print_variables(struct printer *o, const struct function *f) {
  static const char *const zero[] = {"0", "0u", "0L", "0UL", "0.0h", "0.0f", "0.0"};
  for (unsigned v = 0; v < f->variable_count; v++) {
    const struct variable *x = &f->variables[v];
    const char *type = type_name(x->type);
    if (x->parameter)
      continue;
    if (x->kind == LOCAL_ARRAY)
      put(o, "  local %s l%u[%zu];\n", type, v, f->local[0] * f->local[1] * f->local[2]);
    else if (x->kind == ARRAY)
      put(o, "  %s v%u[%u] = {%s, %s, %s, %s};\n", type, v, ELEMENTS, zero[x->type], zero[x->type], zero[x->type],
          zero[x->type]);
    else if (x->kind == VECTOR)
      put(o, "  %s4 v%u = (%s4)(%s);\n", type, v, type, zero[x->type]);
    else
      put(o, "  %s v%u = %s;\n", type, v, zero[x->type]);
  }
}

static void print_helper(struct printer *o, const struct function *f, unsigned number) {
  static const char *const heads[] = {"", "static ", "__attribute__((always_inline)) ", "__attribute__((noinline)) "};
  put(o, "%s%s h%u(", heads[f->style % 4], type_name(f->type), number);
  for (unsigned v = 0; v < f->parameter_count; v++)
    put(o, "%s%s v%u", v ? ", " : "", type_name(f->variables[v].type), v);
  put(o,
      o->plain             ? "%slocal ulong *s_) {\n"
      : f->parameter_count ? ") {\n"
                           : "void) {\n",
      f->parameter_count ? ", " : "");
  print_variables(o, f);
  print_block(o, &f->body);
  put(o, "  return ");
  print(o, f->result);
  put(o, ";\n}\n");
}

static void print_kernel(struct printer *o, const struct function *f, unsigned number) {
  static const char *const rank_types[] = {"uint", "uint", "int", "size_t"};
  if (f->required_size)
    put(o, "__attribute__((reqd_work_group_size(%zu, %zu, %zu)))\n", f->local[0], f->local[1], f->local[2]);
  put(o, "kernel void k%u(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io",
      number);
  for (int t = 0; t < CASE_TYPES; t++)
    if (f->slots[t])
      put(o, ", global %s *o%s", type_name((enum case_type)t), suffixes[t]);
  put(o, ") {\n");
  print_variables(o, f);
  if (o->plain)
    put(o, "  local ulong s_[%zu];\n", function_items(f));
  put(o, "  %s r = rank_();\n", rank_types[f->style % 4]);
  put(o, "  %s at = grp_() * lsz_() + %s;\n", f->style & 4 ? "size_t" : "uint", rank_text(o));
  put(o, "  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));\n");
  print_block(o, &f->body);
  put(o, "}\n");
}

static void print_plain(struct printer *o, const struct expression *e) {
  const enum case_type type = e->operands[0]->type;
  const char *t = type_name(type);
  static const char *const combine[] = {
      "(T)((U)a + (U)b)", "b < a ? b : a", "a < b ? b : a", "(T)((U)a * (U)b)", "a & b", "a | b", "a ^ b",
      "(T)(a && b)",      "(T)(a || b)",   "(T)(!a != !b)"};
  static const char *const lowest[] = {
      "(-2147483647 - 1)", "0u", "(-9223372036854775807L - 1)", "0UL", "-(half)INFINITY", "-INFINITY",
      "-(double)INFINITY"};
  static const char *const highest[] = {
      "2147483647",     "4294967295u", "9223372036854775807L", "18446744073709551615UL",
      "(half)INFINITY", "INFINITY",    "(double)INFINITY"};
  put(o, "#define T %s\n#define U %s%s\n", t, type_is_signed(type) ? "u" : "", t);
  put(o, "T ");
  plain_name(o, e);
  put(o, "(T x, %slocal ulong *s_) {\n  local T *s = (local T *)s_;\n", e->what == BROADCAST ? "size_t from, " : "");
  put(o, "  s[rank_()] = x;\n  barrier(CLK_LOCAL_MEM_FENCE);\n");
  if (e->what == BROADCAST)
    put(o, "  T result = s[from];\n");
  else if (e->what == ALL || e->what == ANY) {
    put(o, "  T result = %d;\n  for (uint i = 0; i < lsz_(); i++)\n", e->what == ALL);
    put(o, "    result = result %s s[i] != 0;\n", e->what == ALL ? "&&" : "||");
  } else {
    const char *start = e->by == MIN                           ? highest[type]
                        : e->by == MAX                         ? lowest[type]
                        : e->by == AND                         ? "(T)~(T)0"
                        : e->by == MUL || e->by == LOGICAL_AND ? "(T)1"
                                                               : "(T)0";
    put(o, "  T result = %s;\n  for (uint i = 0; i < %s; i++) {\n", start,
        e->what == REDUCE           ? "lsz_()"
        : e->what == SCAN_INCLUSIVE ? "rank_() + 1u"
                                    : "rank_()");
    put(o, "    T a = result, b = s[i];\n    result = %s;\n  }\n", combine[e->by]);
  }
  put(o, "  barrier(CLK_LOCAL_MEM_FENCE);\n  return result;\n}\n#undef T\n#undef U\n");
}

/* Each function that the program calls is declared once: its macros, or its plain form. */
struct seen {
  bool function[WORK_GROUP_FUNCTIONS][OPERATORS][CASE_TYPES], name[WORK_GROUP_FUNCTIONS][OPERATORS];
};

static void declare(struct printer *o, const struct expression *e, struct seen *seen) {
  for (unsigned k = 0; e && k < e->count; k++)
    declare(o, e->operands[k], seen);
  if (!e || e->kind != WORK_GROUP_CALL)
    return;
  bool *function = &seen->function[e->what][e->by][e->operands[0]->type], *name = &seen->name[e->what][e->by];
  if (o->plain && !*function)
    print_plain(o, e);
  if (!o->plain && !*name) {
    const char *by = e->what < ALL ? operator_names[e->by] : "", *line = *by ? "_" : "", *f = function_names[e->what];
    put(o, "#define M_%s%s%s(...) work_group_%s%s%s(__VA_ARGS__)\n", f, line, by, f, line, by);
    put(o, "#define A_%s%s%s work_group_%s%s%s\n", f, line, by, f, line, by);
  }
  *function = *name = true;
}

static void declare_block(struct printer *o, const struct block *b, struct seen *seen) {
  for (unsigned i = 0; i < b->count; i++) {
    const struct statement *s = b->statements[i];
    declare(o, s->expressions[0], seen);
    declare(o, s->expressions[1], seen);
    for (unsigned k = 0; k < s->block_count; k++)
      declare_block(o, &s->blocks[k], seen);
  }
}

char *program_print(const struct program *p, bool plain) {
  struct printer o = {.p = p, .plain = plain};
  static struct seen none;
  struct seen seen = none;
  put(&o, "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n#define PASTE(a, b) a##b\n");
  put(&o,
      "uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + "
      "get_local_id(0)); }\n"
      "uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }\n"
      "uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + "
      "get_group_id(0)); }\n");
  for (unsigned i = 0; i < p->function_count; i++)
    if (!p->functions[i].removed) {
      declare_block(&o, &p->functions[i].body, &seen);
      declare(&o, p->functions[i].result, &seen);
    }
  for (unsigned i = 0; i < p->function_count; i++) {
    o.f = &p->functions[i];
    if (o.f->removed)
      continue;
    if (o.f->is_kernel)
      print_kernel(&o, o.f, i);
    else
      print_helper(&o, o.f, i);
  }
  return o.text;
}
