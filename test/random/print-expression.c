/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions as OpenCL C. */
#include "print.h"

#include <inttypes.h>

#define BINARY(name, symbol, ...) symbol,
static const char *const symbols[] = {
#include "nodes.inc"
};
static const char *const comparison_symbols[] = {"<", "<=", "==", "!="};
const char *const print_suffixes[] = {"i", "u", "l", "m", "h", "f", "d"};

static const char *constant(struct printer *o, enum ref_type type, uint64_t v) {
  switch (type) {
  case REF_INT:
    if ((int32_t)(uint32_t)v == INT32_MIN)
      return "(-2147483647 - 1)";
    return text_of(o, (int32_t)(uint32_t)v < 0 ? "(%" PRId32 ")" : "%" PRId32, (int32_t)(uint32_t)v);
  case REF_UINT:
    return text_of(o, "%" PRIu32 "u", (uint32_t)v);
  case REF_LONG:
    if ((int64_t)v == INT64_MIN)
      return "(-9223372036854775807L - 1)";
    return text_of(o, (int64_t)v < 0 ? "(%" PRId64 "L)" : "%" PRId64 "L", (int64_t)v);
  case REF_ULONG:
    return text_of(o, "%" PRIu64 "UL", v);
  default:
    return text_of(o, (int64_t)v < 0 ? "(%" PRId64 ".0%s)" : "%" PRId64 ".0%s", (int64_t)v,
                   type == REF_FLOAT  ? "f"
                   : type == REF_HALF ? "h"
                                      : "");
  }
}

/* The name by which the program's style calls a function. */
static const char *name_of(struct printer *o, const struct expression *e) {
  const char *name = work_group_names[e->what], *by = e->what < ALL ? ref_op_name(e->by) : "";
  const char *line = *by ? "_" : "";
  switch ((o->p->style + e->style) % 8) {
  case 0:
    return text_of(o, "M_%s%s%s", name, line, by); /* a macro that takes the arguments */
  case 1:
    return text_of(o, "A_%s%s%s", name, line, by); /* a macro for the name */
  case 2:
    return text_of(o, "PASTE(work_group_, %s%s%s)", name, line, by);
  case 4:
    return text_of(o, "work_group_%s%s%s /* ( */\n    ", name, line, by);
  default:
    return text_of(o, "work_group_%s%s%s", name, line, by);
  }
}

static const char *arguments_of(struct printer *o, const struct expression *e, unsigned from) {
  const char *text = "";
  for (unsigned k = from; k < e->count; k++)
    text = text_of(o, k ? "%s, %s" : "%s%s", text, expression_of(o, e->operands[k]));
  return text;
}

/* Whether the call is one of the sub-group, which is the work-group. */
static bool is_of_sub_group(const struct printer *o, const struct expression *e) {
  return o->p->both && (e->what + e->by + e->operands[0]->kind) % 4;
}

/* A call of the sub-group, in one of several ways that give the same. `text`: its arguments. */
static const char *sub_group_call(struct printer *o, const struct expression *e, const char *text) {
  const char *name = work_group_names[e->what], *by = ref_op_name(e->by), *prefix = e->style & 1 ? "non_uniform_" : "";
  const bool sums = e->by == ADD || e->by == XOR || e->by == LOGICAL_XOR; /* each operand counts once */
  const unsigned cluster = 1u << e->style % 5;
  if ((e->what == ALL || e->what == ANY) && e->style & 2)
    return text_of(o, "(sub_group_ballot_bit_count(sub_group_ballot(%s)) %s)", text,
                   e->what == ALL ? "== lsz_()" : "!= 0u");
  if (e->what >= ALL)
    return text_of(o, "sub_group_%s%s(%s)", prefix, name, text);
  if (e->what == REDUCE && e->by != MUL && e->style & 2) {
    text = text_of(o, "sub_group_clustered_reduce_%s(%s, %uu)", by, text, cluster);
    if (sums)
      text = text_of(o, "%s * (%s)((%s & %uu) == 0)", text, ref_type_name(e->type), print_rank(o), cluster - 1);
  }
  return text_of(o, "sub_group_%s%s_%s(%s)", prefix, name, by, text);
}

static const char *work_group_call(struct printer *o, const struct expression *e) {
  static const char *const factors[] = {"", "", " * get_local_size(0)", " * get_local_size(0) * get_local_size(1)"};
  const char *text = expression_of(o, e->operands[0]);
  if (!o->plain && !is_of_sub_group(o, e))
    return text_of(o, "%s(%s%s)", name_of(o, e), text, arguments_of(o, e, 1));
  for (unsigned k = 1; k < e->count; k++)
    text = text_of(o, k > 1 ? "%s + (size_t)(%s)%s" : "%s, (size_t)(%s)%s", text, expression_of(o, e->operands[k]),
                   factors[k]);
  if (!o->plain)
    return sub_group_call(o, e, text);
  return text_of(o, "%s(%s, s_)", plain_name_of(o, e), text);
}

static const char *binary(struct printer *o, const struct expression *e) {
  const char *type = ref_type_name(e->type), *symbol = symbols[e->what];
  const char *a = expression_of(o, e->operands[0]), *b = expression_of(o, e->operands[1]);
  if (e->what >= LEAST)
    return text_of(o, "%s(%s, %s)", symbol, a, b);
  if (e->what == SHIFT_LEFT || e->what == SHIFT_RIGHT)
    b = text_of(o, "(%s & %u)", b, type_bits(e->type) - 1);
  /* Sums of signed integers may overflow: they are made of unsigned ones. */
  if (!type_is_signed(e->type) || (e->what > TIMES && e->what != SHIFT_LEFT))
    return text_of(o, "(%s %s %s)", a, symbol, b);
  if (e->what == SHIFT_LEFT)
    return text_of(o, "(%s)((u%s)%s %s %s)", type, type, a, symbol, b);
  return text_of(o, "(%s)((u%s)%s %s (u%s)%s)", type, type, a, symbol, type, b);
}

const char *print_rank(const struct printer *o) {
  return o->f->is_kernel && o->f->style & 1 ? "((uint)r)" : "rank_()";
}

/* The element of a vector or struct. */
static const char *element(struct printer *o, struct shape shape, unsigned at) {
  if (shape.kind == VECTOR)
    return text_of(o, ".s%x", at);
  if (shape.kind == STRUCT)
    return text_of(o, o->p->structures[shape.structure].nested && at >= 2 ? ".in.m%u" : ".m%u", at);
  return "";
}

const char *part_of(struct printer *o, unsigned variable, const struct expression *at, uint64_t constant) {
  const struct shape shape = o->f->variables[variable].is;
  if (shape.kind != ARRAY)
    return text_of(o, "v%u%s", variable, element(o, shape, (unsigned)(at ? at->value : constant) % shape.count));
  return at ? text_of(o, "v%u[(uint)%s %% %uu]", variable, expression_of(o, at), shape.count)
            : text_of(o, "v%u[%u]", variable, (unsigned)constant);
}

static const char *compound(struct printer *o, const struct expression *e) {
  const bool vector = e->shape.kind == VECTOR;
  const bool nested = !vector && o->p->structures[e->shape.structure].nested && e->shape.count > 2;
  const char *text = "";
  for (unsigned k = 0; k < e->shape.count; k++)
    text = text_of(o, "%s%s%s", text,
                   k == 2 && nested ? ", {"
                   : k              ? ", "
                                    : "",
                   expression_of(o, e->operands[k % e->count]));
  return text_of(o, vector ? "((%s)(%s))" : nested ? "((%s){%s}})" : "((%s){%s})", shape_of(o, e->shape), text);
}

static const char *literal_list(struct printer *o, const struct expression *e) {
  const char *text = "";
  for (unsigned k = 0; k < e->value; k++)
    text = text_of(o, k ? "%s, %s" : "%s%s", text,
                   k + 1 < e->count ? expression_of(o, e->operands[k + 1]) : text_of(o, "%u", k));
  return text;
}

/* Unsigned, so that it may overflow. */
static const char *vector_binary(struct printer *o, const struct expression *e) {
  const char *type = ref_type_name(e->type), *symbol = symbols[e->what];
  const char *a = expression_of(o, e->operands[0]), *b = expression_of(o, e->operands[1]);
  const unsigned count = e->shape.count;
  if (!type_is_signed(e->type))
    return text_of(o, "(%s %s %s)", a, symbol, b);
  return text_of(o, "as_%s%u(as_u%s%u(%s) %s as_u%s%u(%s))", type, count, type, count, a, symbol, type, count, b);
}

/* What a letter behind a $ stands for in the texts of nodes.inc. */
static const char *word_of(void *printer, const void *data, char letter) {
  struct printer *o = printer;
  const struct expression *e = data;
  switch (letter) {
  case 'a': /* arguments of a function */
    return text_of(o, "%s%s%s", arguments_of(o, e, 0), o->plain && e->count ? ", " : "", o->plain ? "s_" : "");
  case 'b':
    return e->shape.kind == SCALAR ? binary(o, e) : vector_binary(o, e);
  case 'c':
    return constant(o, e->type, e->value);
  case 'd': /* the element of what a function returns */
    return e->shape.kind == SCALAR ? element(o, o->p->functions[e->index].type, (unsigned)e->value) : "";
  case 'e':
    return part_of(o, e->index, e->count ? e->operands[0] : NULL, e->value);
  case 'g':
    return work_group_call(o, e);
  case 'i':
    return text_of(o, "%u", e->index);
  case 'k':
    return compound(o, e);
  case 'l':
    return literal_list(o, e);
  case 'n': /* the negative constant */
    return constant(o, e->type, (uint64_t) - (int64_t)e->value);
  case 'o':
    return operator_call_of(o, e);
  case 'p': /* the place of the work-item, or one further */
    return e->value ? text_of(o, "(at + %u) %% tot", (unsigned)e->value) : "at";
  case 'q':
    return comparison_symbols[e->what];
  case 'r':
    return print_rank(o);
  case 'R': /* a helper's result */
    return e->count > 1 ? text_of(o, " %s", expression_of(o, e->operands[1])) : "";
  case 's':
    return print_suffixes[e->type];
  case 't':
    return ref_type_name(e->type);
  case 'T': /* by the program's own name */
    return print_type(o, e->type);
  case 'v':
    return text_of(o, "%u", (unsigned)e->value);
  case 'y':
    return text_of(o, "%u", e->style);
  case 'z': /* how a condition asks */
    return e->style % 2 ? "" : " != 0";
  default:
    return expression_of(o, e->operands[letter - '0']);
  }
}

const char *filled(struct printer *o, const char *text, const struct expression *e) {
  return pile_expand(o->texts, text, word_of, o, e);
}

#define EXPRESSION(kind, text, ...) text,
const char *expression_of(struct printer *o, const struct expression *e) {
  static const char *const texts[] = {
#include "nodes.inc"
  };
  return filled(o, texts[e->kind], e);
}
