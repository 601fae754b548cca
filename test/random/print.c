/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program as OpenCL C, with the work-group functions or with plain ones in their place. */
#include "print.h"

#include <string.h>

static void print_block(struct printer *o, const struct block *b);

static bool varies(const struct expression *e) {
  bool found = e->kind == VARIABLE || e->kind == ELEMENT || e->kind == LOAD_UPDATED || e->kind == CALL ||
               e->kind == OPERATOR_CALL || e->calls;
  for (unsigned k = 0; k < e->count; k++)
    found |= varies(e->operands[k]);
  return found;
}

/* Each line with its indentation. */
static void print_lines(struct printer *o, const char *text) {
  while (*text) {
    const size_t length = strcspn(text, "\n") + 1;
    print_text(o, "%*s%.*s", 2 * o->depth, "", (int)length, text);
    text += length;
  }
}

static void print_filled(struct printer *o, const char *text, const struct expression *e) {
  print_lines(o, filled(o, text, e));
}

static void print_loop(struct printer *o, const struct statement *s, const struct expression *e) {
  static const char *const heads[] = {"for (v$i = 0; v$i < c$i; v$i++) {\n", "for (v$i = c$i; v$i-- > 0;) {\n",
                                      "v$i = 0;\nwhile (v$i++ < c$i) {\n", "v$i = 0;\ndo {\n"};
  const bool once = varies(s->expressions[0]) || s->style == 1;
  print_lines(o, "{\n");
  o->depth++;
  print_filled(o, once ? "const $t c$i = ($t)($0 & 3);\n" : "#define c$i ($t)($0 & 3)\n", e);
  print_filled(o, heads[s->style], e);
  print_block(o, &s->blocks[0]);
  print_filled(o, s->style == 3 ? "} while (++v$i < c$i);\n" : "}\n", e);
  o->depth--;
  if (!once)
    print_text(o, "#undef c%u\n", s->index);
  print_lines(o, "}\n");
}

static void print_switch(struct printer *o, const struct statement *s, const struct expression *e) {
  const unsigned factor = s->style & 1 ? 0x50000001u : 1;
  print_filled(o, s->style & 1 ? "switch (((uint)$0 & 3u) * 0x50000001u) {\n" : "switch (((uint)$0 & 3u) * 1) {\n", e);
  for (unsigned k = 0; k < s->block_count; k++) {
    const bool is_default = s->has_default && k + 1 == s->block_count;
    print_lines(o, is_default ? "default: {\n" : text_of(o, "case 0x%xu: {\n", k * factor));
    print_block(o, &s->blocks[k]);
    print_lines(o, s->falls[k] ? "}\n" : "} break;\n");
  }
  print_lines(o, "}\n");
}

/* In the plain text a kernel that others call is a function, which uses the caller's local memory: kernels do not share
 * local memory. */
static const char *kernel_call_of(struct printer *o, unsigned number) {
  const char *text = text_of(o, "%sk%u(ii, il, n0, n1, n2, io", o->plain ? "body_" : "", number);
  for (int t = 0; t < CASE_TYPES; t++)
    if (o->p->functions[number].slots[t])
      text = text_of(o, "%s, o%s", text, print_suffixes[t]);
  return text_of(o, "%s%s%s", text, o->p->extended ? ", own, all" : "", o->plain ? ", s_);\n" : ");\n");
}

static void print_if(struct printer *o, const struct statement *s, const struct expression *e) {
  const char *place = o->p->limits.lanes.in_rows ? "(uint)get_local_id(0)" : print_rank(o);
  if (s->kind == IF)
    print_filled(o, "if ($0$z) {\n", e);
  else
    print_filled(o, text_of(o, "if ((%s / %uu ^ $0) & 1) {\n", place, 1u << s->value), e);
  print_block(o, &s->blocks[0]);
  if (s->block_count == 2) {
    print_lines(o, "} else {\n");
    print_block(o, &s->blocks[1]);
  }
  print_lines(o, "}\n");
}

#define STATEMENT(kind, text) text,
static void print_statement(struct printer *o, const struct statement *s) {
  static const char *const texts[] = {
#include "nodes.inc"
  };
  /* As an expression, so that its text has the same words. */
  struct expression e = {.index = s->index, .style = s->style, .value = s->value};
  while (e.count < 2 && s->expressions[e.count]) {
    e.operands[e.count] = s->expressions[e.count];
    e.count++;
  }
  if (s->kind == LOOP || s->kind == COPY_IN)
    e.type = o->f->variables[s->index].is.type;
  else if (e.count)
    e.type = e.operands[0]->type;
  const bool exchanges = s->kind == EXCHANGE && o->p->both && !o->plain;
  if (exchanges && s->value % 3 == 0)
    print_filled(o, "v$i = sub_group_shuffle(($t)$0, (uint)($r + $vu) % lsz_());\n", &e);
  else if (exchanges && s->value % 3 == 1 && !(o->p->features & WITH_PARTIAL_GROUPS))
    print_filled(o, "v$i = sub_group_rotate(($t)$0, $v);\n", &e);
  else if (texts[s->kind])
    print_filled(o, texts[s->kind], &e);
  else if (s->kind == LOOP)
    print_loop(o, s, &e);
  else if (s->kind == SWITCH)
    print_switch(o, s, &e);
  else if (s->kind == CALL_KERNEL)
    print_lines(o, kernel_call_of(o, s->index));
  else if (s->kind == FETCH || s->kind == ADD_UP)
    print_lines(o, counter_update_of(o, s));
  else
    print_if(o, s, &e);
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
  if (e->kind == VARIABLE || e->kind == ELEMENT)
    ((bool *)named)[e->index] = true;
}

static void print_variables(struct printer *o, const struct function *f) {
  bool *named = pile_add(o->texts, f->variable_count);
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
  print_text(o, "%s%u(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io", name,
             number);
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

/* Apart: a kernel that others call, whose body is a function in the plain text. */
static void print_kernel(struct printer *o, const struct function *f, unsigned number) {
  const bool apart = o->plain && program_calls(o->p, number);
  if (apart) {
    print_kernel_parameters(o, f, "void body_k", number);
    print_text(o, ", local ulong *s_) {\n");
    print_variables(o, f);
    print_kernel_body(o, f);
  }
  if (f->required_size)
    print_text(o, "__attribute__((reqd_work_group_size(%zu, %zu, %zu)))\n", f->local[0], f->local[1], f->local[2]);
  print_kernel_parameters(o, f, "kernel void k", number);
  print_text(o, ") {\n");
  if (!apart)
    print_variables(o, f);
  if (o->plain)
    print_text(o, "  local ulong s_[%zu];\n", function_items(f) * (o->p->extended ? 2 : 1)); /* maps have 16 bytes */
  if (apart)
    print_text(o, "  %s}\n", kernel_call_of(o, number));
  else
    print_kernel_body(o, f);
}

char *program_print(const struct program *p, bool plain) {
  struct pile texts = {0};
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
  static const char *const sizes[][2] = {
      {"rank", "(get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)"},
      {"lsz", "get_local_size(0) * get_local_size(1) * get_local_size(2)"},
      {"grp", "(get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)"},
      {"full", "get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2)"}};
  for (unsigned k = 0; k < (p->features & WITH_PARTIAL_GROUPS ? 4 : 3); k++)
    print_text(&o, "%suint %s_(void) { return (uint)(%s); }\n", print_shared(&o), sizes[k][0], sizes[k][1]);
  print_types(&o, &functions);
  print_declarations(&o);
  print_text(&o, "%s", functions.out.data);
  clgroup_buffer_free(&functions.out);
  pile_cut(&texts, 0);
  return o.out.data;
}
