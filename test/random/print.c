/* A program as OpenCL C, with the work-group functions or with plain ones in their place. */
#include "print.h"

#include <stdlib.h>

static void indent(struct printer *o) {
  print_text(o, "%*s", 2 * o->depth, "");
}

static void print_block(struct printer *o, const struct block *b);

static bool varies(const struct expression *e) {
  bool found = e->kind == VARIABLE || e->kind == ELEMENT || e->kind == LOAD_UPDATED || e->kind == CALL ||
               e->kind == OPERATOR_CALL || e->calls;
  for (unsigned k = 0; k < e->count; k++)
    found |= varies(e->operands[k]);
  return found;
}

static void print_loop(struct printer *o, const struct statement *s) {
  const struct expression *e = s->expressions[0];
  const char *type = ref_type_name(o->f->variables[s->index].is.type);
  const bool once = varies(e) || s->style == 1;
  const unsigned j = s->index;
  print_text(o, "{\n");
  o->depth++;
  indent(o);
  if (once)
    print_text(o, "const %s c%u = (%s)(%s & %u);\n", type, j, type, expression_of(o, e), LOOP_MASK);
  else
    print_text(o, "#define c%u (%s)(%s & %u)\n", j, type, expression_of(o, e), LOOP_MASK);
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
  print_text(o, "switch (((uint)%s & %uu) * %s) {\n", expression_of(o, s->expressions[0]), SWITCH_MASK,
             factors[factor]);
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

/* In the plain text a kernel that others call is a function, which uses the caller's local memory: kernels do not share
 * local memory. */
static void print_kernel_call(struct printer *o, unsigned number) {
  print_text(o, o->plain ? "body_k%u(ii, il, n0, n1, n2, io" : "k%u(ii, il, n0, n1, n2, io", number);
  for (int t = 0; t < CASE_TYPES; t++)
    if (o->p->functions[number].slots[t])
      print_text(o, ", o%s", print_suffixes[t]);
  print_text(o, "%s%s", o->p->extended ? ", own, all" : "", o->plain ? ", s_);\n" : ");\n");
}

static void print_barrier(struct printer *o, const char *fence) {
  print_text(o, "barrier(%s);\n", fence);
  indent(o);
}

/* All stores before it, and those after it, are apart from those of the copy. */
static void print_copy(struct printer *o, const struct statement *s) {
  const struct expression *e = s->expressions[0];
  const unsigned local = s->style;
  print_barrier(o, "CLK_LOCAL_MEM_FENCE");
  if (e) {
    print_text(o, "l%u[%s] = %s;\n", local, print_rank(o), expression_of(o, e));
    indent(o);
    print_barrier(o, "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE");
    print_text(o, "{ event_t e = async_work_group_copy(o%s + %u * tot + (at - %s), l%u, lsz_(), 0); ",
               print_suffixes[e->type], s->index, print_rank(o), local);
  } else
    print_text(o, "{ event_t e = async_work_group_copy(l%u, i%s + (at - %s), lsz_(), 0); ", local,
               print_suffixes[o->f->variables[local].is.type], print_rank(o));
  print_text(o, "wait_group_events(1, &e); }\n");
  indent(o);
  if (e)
    print_text(o, "barrier(CLK_GLOBAL_MEM_FENCE);\n");
  else
    print_text(o, "v%u = l%u[(%s + %uu) %% lsz_()];\n", s->index, local, print_rank(o), (unsigned)s->value);
}

static void print_print(struct printer *o, const struct statement *s) {
  print_text(o, "{ const long t = %s; if (%s <= %uu) printf(\"%c%%u %%ld\\n\", (uint)at, t); }\n",
             expression_of(o, s->expressions[0]), print_rank(o), (unsigned)s->value, PRINT_MARK);
}

static void print_if(struct printer *o, const struct statement *s) {
  const char *condition = expression_of(o, s->expressions[0]);
  if (s->kind == IF_TILE)
    print_text(o, "if ((%s / %uu ^ %s) & 1) {\n", o->p->lanes.in_rows ? "(uint)get_local_id(0)" : print_rank(o),
               1u << s->value, condition);
  else
    print_text(o, s->style & 1 ? "if (%s) {\n" : "if (%s != 0) {\n", condition);
  print_block(o, &s->blocks[0]);
  indent(o);
  if (s->block_count == 2) {
    print_text(o, "} else {\n");
    print_block(o, &s->blocks[1]);
    indent(o);
  }
  print_text(o, "}\n");
}

static void print_statement(struct printer *o, const struct statement *s) {
  const struct expression *e = s->expressions[0];
  indent(o);
  switch (s->kind) {
  case ASSIGN:
    print_text(o, "v%u = %s;\n", s->index, expression_of(o, e));
    break;
  case ASSIGN_PART:
    print_text(o, "%s = %s;\n", part_of(o, s->index, e, 0), expression_of(o, s->expressions[1]));
    break;
  case CALL_KERNEL:
    print_kernel_call(o, s->index);
    break;
  case STORE:
    print_text(o, "o%s[%u * tot + at] = %s;\n", print_suffixes[e->type], s->index, expression_of(o, e));
    break;
  case UPDATE:
    print_text(o, "io[at] = %s;\n", expression_of(o, e));
    break;
  case COPY_IN:
  case COPY_OUT:
    print_copy(o, s);
    break;
  case PRINT:
    print_print(o, s);
    break;
  case EXCHANGE:
    print_barrier(o, "CLK_LOCAL_MEM_FENCE");
    print_text(o, "l%u[%s] = %s;\n", s->style, print_rank(o), expression_of(o, e));
    indent(o);
    print_barrier(o, "CLK_LOCAL_MEM_FENCE");
    print_text(o, "v%u = l%u[(%s + %uu) %% lsz_()];\n", s->index, s->style, print_rank(o), (unsigned)s->value);
    break;
  case IF:
  case IF_TILE:
    print_if(o, s);
    break;
  case FETCH:
  case ADD_UP:
    print_counter_update(o, s);
    break;
  case LOOP:
    print_loop(o, s);
    break;
  case SWITCH:
    print_switch(o, s);
    break;
  default:
    print_text(o, "if (%s)\n", expression_of(o, e));
    o->depth++;
    indent(o);
    print_text(o, "%s%s%s;\n",
               s->kind == BREAK      ? "break"
               : s->kind == CONTINUE ? "continue"
                                     : "return",
               s->expressions[1] ? " " : "", s->expressions[1] ? expression_of(o, s->expressions[1]) : "");
    o->depth--;
  }
}

static void print_block(struct printer *o, const struct block *b) {
  o->depth++;
  for (unsigned i = 0; i < b->count; i++)
    print_statement(o, b->statements[i]);
  o->depth--;
}

/* Which variables are named. */
static void name_in_statement(const struct statement *s, void *named) {
  const bool assigns = s->kind == ASSIGN || s->kind == ASSIGN_PART || s->kind == EXCHANGE || s->kind == LOOP ||
                       s->kind == COPY_IN || (s->kind == FETCH && s->expressions[0]->what != REDUCE && !s->style);
  if (assigns)
    ((bool *)named)[s->index] = true;
  if (s->kind == EXCHANGE || s->kind == COPY_IN || s->kind == COPY_OUT)
    ((bool *)named)[s->style] = true;
}

static void name_in_expression(const struct expression *e, void *named) {
  if (e->kind == VARIABLE || e->kind == ELEMENT || e->kind == WHOLE)
    ((bool *)named)[e->index] = true;
}

static void print_variables(struct printer *o, const struct function *f) {
  bool *named = need(calloc(f->variable_count + 1, sizeof *named));
  block_visit(&f->body, name_in_statement, name_in_expression, named);
  expression_visit(f->result, name_in_expression, named);
  for (unsigned v = 0; v < f->variable_count; v++) {
    const struct variable *x = &f->variables[v];
    const char *type = print_type(o, x->is.type);
    if (x->parameter || !named[v])
      continue;
    if (x->is.kind == LOCAL_ARRAY) {
      print_text(o, "  local %s l%u[%zu];\n", type, v, function_items(f));
      continue;
    }
    if (x->is.kind == ARRAY)
      print_text(o, "  %s v%u[%u] = {0};\n", type, v, x->is.count);
    else
      print_text(o, x->is.kind == STRUCT ? "  %s v%u = {0};\n" : "  %s v%u = 0;\n", shape_of(o, x->is), v);
  }
  free(named);
}

static void print_helper_head(struct printer *o, const struct function *f, unsigned number) {
  static const char *const heads[] = {"", "static ", "__attribute__((always_inline)) ", "__attribute__((noinline)) "};
  const unsigned head = f->style % 4;
  print_text(o, "%s%s h%u(", heads[head == 1 && o->p->features & WITH_OBJECTS ? 0 : head], shape_of(o, f->type),
             number);
  for (unsigned v = 0; v < f->parameter_count; v++)
    print_text(o, v ? ", %s v%u" : "%s v%u", shape_of(o, f->variables[v].is), v);
  print_text(o, o->plain ? "%slocal ulong *s_)" : f->parameter_count ? ")" : "void)", f->parameter_count ? ", " : "");
}

static void print_helper(struct printer *o, const struct function *f, unsigned number) {
  print_helper_head(o, f, number);
  print_text(o, " {\n");
  print_variables(o, f);
  print_block(o, &f->body);
  print_text(o, "  return %s;\n}\n", expression_of(o, f->result));
}

static void print_kernel_parameters(struct printer *o, const struct function *f, const char *name, unsigned number) {
  print_text(o, "void %s%u(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io",
             name, number);
  for (int t = 0; t < CASE_TYPES; t++)
    if (f->slots[t])
      print_text(o, ", global %s *o%s", ref_type_name((enum ref_type)t), print_suffixes[t]);
  if (o->p->extended)
    print_text(o, ", global uint *own, global uint *all");
  for (unsigned v = 0; v < f->variable_count; v++)
    if (f->variables[v].parameter)
      print_text(o, ", local %s *l%u", print_type(o, f->variables[v].is.type), v);
}

const char *print_full_size(const struct printer *o) {
  return o->p->features & WITH_PARTIAL_GROUPS ? "full_()" : "lsz_()";
}

static void print_kernel_body(struct printer *o, const struct function *f) {
  static const char *const rank_types[] = {"uint", "uint", "int", "size_t"};
  print_text(o, "  %s r = rank_();\n", rank_types[f->style % 4]);
  const char *size = print_full_size(o);
  print_text(o, "  %s at = grp_() * %s + %s;\n", f->style & 4 ? "size_t" : "uint", size, print_rank(o));
  print_text(o, "  uint tot = %s * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));\n", size);
  print_block(o, &f->body);
  print_text(o, "}\n");
}

static void print_kernel(struct printer *o, const struct function *f, unsigned number) {
  const bool apart = o->plain && program_calls(o->p, number);
  if (apart) {
    print_kernel_parameters(o, f, "body_k", number);
    print_text(o, ", local ulong *s_) {\n");
    print_variables(o, f);
    print_kernel_body(o, f);
  }
  if (f->required_size)
    print_text(o, "__attribute__((reqd_work_group_size(%zu, %zu, %zu)))\n", f->local[0], f->local[1], f->local[2]);
  print_text(o, "kernel ");
  print_kernel_parameters(o, f, "k", number);
  print_text(o, ") {\n");
  if (!apart)
    print_variables(o, f);
  if (o->plain)
    print_text(o, "  local ulong s_[%zu];\n", function_items(f) * (o->p->extended ? 2 : 1)); /* maps have 16 bytes */
  if (apart) {
    print_text(o, "  ");
    print_kernel_call(o, number);
    print_text(o, "}\n");
  } else
    print_kernel_body(o, f);
}

char *program_print(const struct program *p, bool plain) {
  struct texts texts = {0};
  struct printer o = {.p = p, .plain = plain, .texts = &texts}, functions = o;
  const bool objects = p->features & WITH_OBJECTS;
  bool in_kernels = false;
  print_text(&functions, "%s", "");
  for (unsigned i = 0; objects && i < p->function_count; i++)
    if (!p->functions[i].is_kernel && !p->functions[i].removed) {
      print_helper_head(&functions, &p->functions[i], i);
      print_text(&functions, ";\n");
    }
  print_text(&functions, objects ? "#if CLGROUP_PART != 1\n" : "");
  for (unsigned i = 0; i < p->function_count; i++) {
    functions.f = &p->functions[i];
    if (objects && functions.f->is_kernel && !in_kernels)
      print_text(&functions, "#endif\n#if CLGROUP_PART != 2\n");
    in_kernels = functions.f->is_kernel;
    if (functions.f->removed)
      continue;
    if (in_kernels)
      print_kernel(&functions, functions.f, i);
    else
      print_helper(&functions, functions.f, i);
  }
  print_text(&functions, objects ? "#endif\n" : "");
  print_text(&o,
             "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n"
             "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n#define PASTE(a, b) a##b\n");
  print_text(
      &o,
      "%suint rank_(void) { "
      "return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); "
      "}\n"
      "%suint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }\n"
      "%suint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + "
      "get_group_id(0)); }\n",
      print_shared(&o), print_shared(&o), print_shared(&o));
  if (p->features & WITH_PARTIAL_GROUPS)
    print_text(&o,
               "%suint full_(void) { return (uint)(get_enqueued_local_size(0) * get_enqueued_local_size(1) * "
               "get_enqueued_local_size(2)); }\n",
               print_shared(&o));
  print_types(&o, &functions);
  print_declarations(&o);
  print_text(&o, "%s", functions.out.data);
  clgroup_buffer_free(&functions.out);
  while (texts.count)
    free(texts.list[--texts.count]);
  free(texts.list);
  return o.out.data;
}
