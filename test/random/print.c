/* A program as OpenCL C, with the work-group functions or with plain ones in their place. */
#include "print.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const suffixes[] = {"i", "u", "l", "m", "h", "f", "d"};

static void indent(struct printer *o) {
  print_text(o, "%*s", 2 * o->depth, "");
}

static void constant(struct printer *o, enum case_type type, uint64_t v) {
  switch (type) {
  case CASE_INT:
    if ((int32_t)(uint32_t)v == INT32_MIN)
      print_text(o, "(-2147483647 - 1)");
    else
      print_text(o, (int32_t)(uint32_t)v < 0 ? "(%" PRId32 ")" : "%" PRId32, (int32_t)(uint32_t)v);
    break;
  case CASE_UINT:
    print_text(o, "%" PRIu32 "u", (uint32_t)v);
    break;
  case CASE_LONG:
    if ((int64_t)v == INT64_MIN)
      print_text(o, "(-9223372036854775807L - 1)");
    else
      print_text(o, (int64_t)v < 0 ? "(%" PRId64 "L)" : "%" PRId64 "L", (int64_t)v);
    break;
  case CASE_ULONG:
    print_text(o, "%" PRIu64 "UL", v);
    break;
  default:
    print_text(o, (int64_t)v < 0 ? "(%" PRId64 ".0%s)" : "%" PRId64 ".0%s", (int64_t)v,
               type == CASE_FLOAT  ? "f"
               : type == CASE_HALF ? "h"
                                   : "");
  }
}

static void print(struct printer *o, const struct expression *e);

/* The name of what is called, as the program's style has it. */
static void print_name(struct printer *o, const struct expression *e) {
  const char *name = work_group_names[e->what], *by = e->what < ALL ? work_group_operators[e->by] : "";
  const char *line = *by ? "_" : "";
  switch ((o->p->style + e->style) % 8) {
  case 0:
    print_text(o, "M_%s%s%s", name, line, by); /* a macro that takes the arguments */
    break;
  case 1:
    print_text(o, "A_%s%s%s", name, line, by); /* a macro for the name */
    break;
  case 2:
    print_text(o, "PASTE(work_group_, %s%s%s)", name, line, by);
    break;
  case 4:
    print_text(o, "work_group_%s%s%s /* ( */\n    ", name, line, by);
    break;
  default:
    print_text(o, "work_group_%s%s%s", name, line, by);
  }
}

static void work_group_call(struct printer *o, const struct expression *e) {
  if (o->plain)
    print_plain_name(o, e);
  else
    print_name(o, e);
  print_text(o, "(");
  print(o, e->operands[0]);
  if (o->plain && e->what == BROADCAST) {
    static const char *const factors[] = {"", "", " * get_local_size(0)", " * get_local_size(0) * get_local_size(1)"};
    for (unsigned k = 1; k < e->count; k++) {
      print_text(o, k > 1 ? " + (size_t)(" : ", (size_t)(");
      print(o, e->operands[k]);
      print_text(o, ")%s", factors[k]);
    }
  } else
    for (unsigned k = 1; k < e->count; k++) {
      print_text(o, ", ");
      print(o, e->operands[k]);
    }
  print_text(o, o->plain ? ", s_)" : ")");
}

static void print_binary(struct printer *o, const struct expression *e) {
  const char *type = type_name(e->type);
  if (e->what >= LEAST) {
    print_text(o, "%s(", binary_symbols[e->what]);
    print(o, e->operands[0]);
    print_text(o, ", ");
    print(o, e->operands[1]);
    print_text(o, ")");
    return;
  }
  /* Sums of signed integers may overflow: they are made of unsigned ones. */
  const bool wraps = type_is_signed(e->type) && (e->what <= TIMES || e->what == SHIFT_LEFT);
  print_text(o, wraps ? "(%s)((u%s)" : "(", type, type);
  print(o, e->operands[0]);
  print_text(o, wraps && e->what != SHIFT_LEFT ? " %s (u%s)" : " %s ", binary_symbols[e->what], type);
  if (e->what == SHIFT_LEFT || e->what == SHIFT_RIGHT) {
    print_text(o, "(");
    print(o, e->operands[1]);
    print_text(o, " & %u)", type_bits(e->type) - 1);
  } else
    print(o, e->operands[1]);
  print_text(o, ")");
}

static void print_cast(struct printer *o, const char *type, const struct expression *e) {
  print_text(o, "((%s)", type);
  print(o, e);
  print_text(o, ")");
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
    print_text(o, "v%u", e->index);
    break;
  case RANK:
    print_text(o, "%s", rank_text(o));
    break;
  case SIZE:
    print_text(o, "lsz_()");
    break;
  case GROUP:
    print_text(o, "grp_()");
    break;
  case LOCAL_ID:
    print_text(o, "((%s)get_local_id(%u))", type, e->index);
    break;
  case LOCAL_SIZE:
    print_text(o, "((%s)get_local_size(%u))", type, e->index);
    break;
  case GLOBAL_ID:
    print_text(o, "((%s)get_global_id(%u))", type, e->index);
    break;
  case ARGUMENT:
    print_text(o, "%s", arguments[e->index]);
    break;
  case LOAD:
    if (e->value)
      print_text(o, "i%s[(at + %u) %% tot]", suffix, (unsigned)e->value);
    else
      print_text(o, "i%s[at]", suffix);
    break;
  default:
    print_text(o, "io[at]");
  }
}

static void print(struct printer *o, const struct expression *e) {
  const struct expression *const *x = (const struct expression *const *)e->operands;
  switch (e->kind) {
  case WORK_GROUP_CALL:
    work_group_call(o, e);
    break;
  case CALL:
    print_text(o, "h%u(", e->index);
    for (unsigned k = 0; k < e->count; k++) {
      print_text(o, k ? ", " : "");
      print(o, x[k]);
    }
    print_text(o, o->plain ? "%ss_)" : ")", e->count ? ", " : "");
    break;
  case BINARY:
    print_binary(o, e);
    break;
  case COMPARISON:
    print_text(o, "(");
    print(o, x[0]);
    print_text(o, " %s ", comparison_symbols[e->what]);
    print(o, x[1]);
    print_text(o, ")");
    break;
  case CONDITIONAL:
    print_text(o, "(");
    print(o, x[0]);
    print_text(o, e->style % 2 ? " ? " : " != 0 ? ");
    print(o, x[1]);
    print_text(o, " : ");
    print(o, x[2]);
    print_text(o, ")");
    break;
  case CAST:
    print_cast(o, type_name(e->type), x[0]);
    break;
  case SMALL_FLOAT:
    print_text(o, "(%s)(", type_name(e->type));
    print(o, x[0]);
    print_text(o, " & %u)", (unsigned)e->value);
    break;
  case UNIT_FLOAT:
    print_text(o, "((%s)(%s %% 100u == %uu ? 2 : (", type_name(e->type), rank_text(o), (unsigned)e->value);
    print(o, x[0]);
    print_text(o, " & 1) ? -1 : 1))");
    break;
  case CLAMP:
    print_text(o, "clamp(");
    print(o, x[0]);
    print_text(o, ", ");
    constant(o, e->type, (uint64_t) - (int64_t)e->value);
    print_text(o, ", ");
    constant(o, e->type, e->value);
    print_text(o, ")");
    break;
  case ELEMENT:
    if (o->f->variables[e->index].kind == VECTOR)
      print_text(o, "v%u.s%u", e->index, (unsigned)e->value);
    else if (e->count) {
      print_text(o, "v%u[(uint)", e->index);
      print(o, x[0]);
      print_text(o, " %% %uu]", ELEMENTS);
    } else
      print_text(o, "v%u[%u]", e->index, (unsigned)e->value);
    break;
  case LOAD_UNIFORM:
    print_text(o, "i%s[", suffixes[e->type]);
    print(o, x[0]);
    print_text(o, " %% tot]");
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
  print_text(o, "{\n");
  o->depth++;
  indent(o);
  if (once)
    print_text(o, "const %s c%u = (%s)(", type, j, type);
  else
    print_text(o, "#define c%u (%s)(", j, type);
  print(o, e);
  print_text(o, " & %u)%s\n", LOOP_MASK, once ? ";" : "");
  indent(o);
  switch (s->style) {
  case 0:
    print_text(o, "for (v%u = 0; v%u < c%u; v%u++)", j, j, j, j);
    break;
  case 1:
    print_text(o, "for (v%u = c%u; v%u-- > 0;)", j, j, j);
    break;
  case 2:
    print_text(o, "v%u = 0;\n", j);
    indent(o);
    print_text(o, "while (v%u++ < c%u)", j, j);
    break;
  default:
    print_text(o, "v%u = 0;\n", j);
    indent(o);
    print_text(o, "do");
  }
  print_text(o, " {\n");
  print_block(o, &s->blocks[0]);
  indent(o);
  if (s->style == 3)
    print_text(o, "} while (++v%u < c%u);\n", j, j);
  else
    print_text(o, "}\n");
  o->depth--;
  if (!once)
    print_text(o, "#undef c%u\n", j);
  indent(o);
  print_text(o, "}\n");
}

static void print_switch(struct printer *o, const struct statement *s) {
  static const char *const factors[] = {"1", "0x50000001u"};
  const unsigned factor = s->style & 1;
  print_text(o, "switch (((uint)");
  print(o, s->expressions[0]);
  print_text(o, " & %uu) * %s) {\n", SWITCH_MASK, factors[factor]);
  for (unsigned k = 0; k < s->block_count; k++) {
    indent(o);
    if (s->has_default && k + 1 == s->block_count)
      print_text(o, "default: {\n");
    else
      print_text(o, "case 0x%xu: {\n", k * (factor ? 0x50000001u : 1u));
    print_block(o, &s->blocks[k]);
    indent(o);
    print_text(o, s->falls[k] ? "}\n" : "} break;\n");
  }
  indent(o);
  print_text(o, "}\n");
}

static void print_statement(struct printer *o, const struct statement *s) {
  const struct expression *e = s->expressions[0];
  indent(o);
  switch (s->kind) {
  case ASSIGN:
    print_text(o, "v%u = ", s->index);
    print(o, e);
    print_text(o, ";\n");
    break;
  case ASSIGN_PART:
    if (o->f->variables[s->index].kind == VECTOR)
      print_text(o, "v%u.s%u = ", s->index, (unsigned)e->value % ELEMENTS);
    else {
      print_text(o, "v%u[(uint)", s->index);
      print(o, e);
      print_text(o, " %% %uu] = ", ELEMENTS);
    }
    print(o, s->expressions[1]);
    print_text(o, ";\n");
    break;
  case STORE:
    print_text(o, "o%s[%u * tot + at] = ", suffixes[e->type], s->index);
    print(o, e);
    print_text(o, ";\n");
    break;
  case UPDATE:
    print_text(o, "io[at] = ");
    print(o, e);
    print_text(o, ";\n");
    break;
  case EXCHANGE:
    print_text(o, "barrier(CLK_LOCAL_MEM_FENCE);\n");
    indent(o);
    print_text(o, "l%u[%s] = ", s->style, rank_text(o));
    print(o, e);
    print_text(o, ";\n");
    indent(o);
    print_text(o, "barrier(CLK_LOCAL_MEM_FENCE);\n");
    indent(o);
    print_text(o, "v%u = l%u[(%s + %uu) %% lsz_()];\n", s->index, s->style, rank_text(o), (unsigned)s->value);
    break;
  case IF:
    print_text(o, "if (");
    print(o, e);
    print_text(o, s->style & 1 ? ") {\n" : " != 0) {\n");
    print_block(o, &s->blocks[0]);
    if (s->block_count == 2) {
      indent(o);
      print_text(o, "} else {\n");
      print_block(o, &s->blocks[1]);
    }
    indent(o);
    print_text(o, "}\n");
    break;
  case LOOP:
    print_loop(o, s);
    break;
  case SWITCH:
    print_switch(o, s);
    break;
  default:
    print_text(o, "if (");
    print(o, e);
    print_text(o, ")\n");
    o->depth++;
    indent(o);
    print_text(o, s->kind == BREAK ? "break" : s->kind == CONTINUE ? "continue" : "return");
    if (s->expressions[1]) {
      print_text(o, " ");
      print(o, s->expressions[1]);
    }
    print_text(o, ";\n");
    o->depth--;
  }
}

static void print_block(struct printer *o, const struct block *b) {
  o->depth++;
  for (unsigned i = 0; i < b->count; i++)
    print_statement(o, b->statements[i]);
  o->depth--;
}

static bool names(const struct expression *e, unsigned variable) {
  bool found = e && (e->kind == VARIABLE || e->kind == ELEMENT) && e->index == variable;
  for (unsigned k = 0; e && k < e->count; k++)
    found |= names(e->operands[k], variable);
  return found;
}

static bool block_names(const struct block *b, unsigned variable) {
  bool found = false;
  for (unsigned i = 0; i < b->count; i++) {
    const struct statement *s = b->statements[i];
    const bool assigns = s->kind == ASSIGN || s->kind == ASSIGN_PART || s->kind == EXCHANGE || s->kind == LOOP;
    found |= (assigns && s->index == variable) || (s->kind == EXCHANGE && s->style == variable);
    found |= names(s->expressions[0], variable) || names(s->expressions[1], variable);
    for (unsigned k = 0; k < s->block_count; k++)
      found |= block_names(&s->blocks[k], variable);
  }
  return found;
}

static void print_variables(struct printer *o, const struct function *f) {
  static const char *const zero[] = {"0", "0u", "0L", "0UL", "0.0h", "0.0f", "0.0"};
  for (unsigned v = 0; v < f->variable_count; v++) {
    const struct variable *x = &f->variables[v];
    const char *type = type_name(x->type);
    if (x->parameter || (!block_names(&f->body, v) && !names(f->result, v)))
      continue;
    if (x->kind == LOCAL_ARRAY)
      print_text(o, "  local %s l%u[%zu];\n", type, v, f->local[0] * f->local[1] * f->local[2]);
    else if (x->kind == ARRAY)
      print_text(o, "  %s v%u[%u] = {%s, %s, %s, %s};\n", type, v, ELEMENTS, zero[x->type], zero[x->type],
                 zero[x->type], zero[x->type]);
    else if (x->kind == VECTOR)
      print_text(o, "  %s4 v%u = (%s4)(%s);\n", type, v, type, zero[x->type]);
    else
      print_text(o, "  %s v%u = %s;\n", type, v, zero[x->type]);
  }
}

static void print_helper(struct printer *o, const struct function *f, unsigned number) {
  static const char *const heads[] = {"", "static ", "__attribute__((always_inline)) ", "__attribute__((noinline)) "};
  print_text(o, "%s%s h%u(", heads[f->style % 4], type_name(f->type), number);
  for (unsigned v = 0; v < f->parameter_count; v++)
    print_text(o, "%s%s v%u", v ? ", " : "", type_name(f->variables[v].type), v);
  print_text(o,
             o->plain             ? "%slocal ulong *s_) {\n"
             : f->parameter_count ? ") {\n"
                                  : "void) {\n",
             f->parameter_count ? ", " : "");
  print_variables(o, f);
  print_block(o, &f->body);
  print_text(o, "  return ");
  print(o, f->result);
  print_text(o, ";\n}\n");
}

static void print_kernel(struct printer *o, const struct function *f, unsigned number) {
  static const char *const rank_types[] = {"uint", "uint", "int", "size_t"};
  if (f->required_size)
    print_text(o, "__attribute__((reqd_work_group_size(%zu, %zu, %zu)))\n", f->local[0], f->local[1], f->local[2]);
  print_text(o,
             "kernel void k%u(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io",
             number);
  for (int t = 0; t < CASE_TYPES; t++)
    if (f->slots[t])
      print_text(o, ", global %s *o%s", type_name((enum case_type)t), suffixes[t]);
  print_text(o, ") {\n");
  print_variables(o, f);
  if (o->plain)
    print_text(o, "  local ulong s_[%zu];\n", function_items(f));
  print_text(o, "  %s r = rank_();\n", rank_types[f->style % 4]);
  print_text(o, "  %s at = grp_() * lsz_() + %s;\n", f->style & 4 ? "size_t" : "uint", rank_text(o));
  print_text(o, "  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));\n");
  print_block(o, &f->body);
  print_text(o, "}\n");
}

char *program_print(const struct program *p, bool plain) {
  struct printer o = {.p = p, .plain = plain};
  print_text(&o,
             "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n#define PASTE(a, b) a##b\n");
  print_text(
      &o,
      "uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + "
      "get_local_id(0)); }\n"
      "uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }\n"
      "uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + "
      "get_group_id(0)); }\n");
  print_declarations(&o);
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
