/* Expressions as OpenCL C. */
#include "print.h"

#include <inttypes.h>

const char *const print_suffixes[] = {"i", "u", "l", "m", "h", "f", "d"};

static void constant(struct printer *o, enum ref_type type, uint64_t v) {
  switch (type) {
  case REF_INT:
    if ((int32_t)(uint32_t)v == INT32_MIN)
      print_text(o, "(-2147483647 - 1)");
    else
      print_text(o, (int32_t)(uint32_t)v < 0 ? "(%" PRId32 ")" : "%" PRId32, (int32_t)(uint32_t)v);
    break;
  case REF_UINT:
    print_text(o, "%" PRIu32 "u", (uint32_t)v);
    break;
  case REF_LONG:
    if ((int64_t)v == INT64_MIN)
      print_text(o, "(-9223372036854775807L - 1)");
    else
      print_text(o, (int64_t)v < 0 ? "(%" PRId64 "L)" : "%" PRId64 "L", (int64_t)v);
    break;
  case REF_ULONG:
    print_text(o, "%" PRIu64 "UL", v);
    break;
  default:
    print_text(o, (int64_t)v < 0 ? "(%" PRId64 ".0%s)" : "%" PRId64 ".0%s", (int64_t)v,
               type == REF_FLOAT  ? "f"
               : type == REF_HALF ? "h"
                                  : "");
  }
}

/* The name by which the program's style calls a function. */
static void print_name(struct printer *o, const struct expression *e) {
  const char *name = work_group_names[e->what], *by = e->what < ALL ? ref_op_name(e->by) : "";
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
  print_expression(o, e->operands[0]);
  if (o->plain && e->what == BROADCAST) {
    static const char *const factors[] = {"", "", " * get_local_size(0)", " * get_local_size(0) * get_local_size(1)"};
    for (unsigned k = 1; k < e->count; k++) {
      print_text(o, k > 1 ? " + (size_t)(" : ", (size_t)(");
      print_expression(o, e->operands[k]);
      print_text(o, ")%s", factors[k]);
    }
  } else
    for (unsigned k = 1; k < e->count; k++) {
      print_text(o, ", ");
      print_expression(o, e->operands[k]);
    }
  print_text(o, o->plain ? ", s_)" : ")");
}

static void print_binary(struct printer *o, const struct expression *e) {
  const char *type = ref_type_name(e->type);
  if (e->what >= LEAST) {
    print_text(o, "%s(", binary_symbols[e->what]);
    print_expression(o, e->operands[0]);
    print_text(o, ", ");
    print_expression(o, e->operands[1]);
    print_text(o, ")");
    return;
  }
  /* Sums of signed integers may overflow: they are made of unsigned ones. */
  const bool wraps = type_is_signed(e->type) && (e->what <= TIMES || e->what == SHIFT_LEFT);
  print_text(o, wraps ? "(%s)((u%s)" : "(", type, type);
  print_expression(o, e->operands[0]);
  print_text(o, wraps && e->what != SHIFT_LEFT ? " %s (u%s)" : " %s ", binary_symbols[e->what], type);
  if (e->what == SHIFT_LEFT || e->what == SHIFT_RIGHT) {
    print_text(o, "(");
    print_expression(o, e->operands[1]);
    print_text(o, " & %u)", type_bits(e->type) - 1);
  } else
    print_expression(o, e->operands[1]);
  print_text(o, ")");
}

static void print_cast(struct printer *o, const char *type, const struct expression *e) {
  print_text(o, "((%s)", type);
  print_expression(o, e);
  print_text(o, ")");
}

const char *print_rank(const struct printer *o) {
  return o->f->is_kernel && o->f->style & 1 ? "((uint)r)" : "rank_()";
}

static void print_leaf(struct printer *o, const struct expression *e) {
  static const char *const arguments[] = {"n0", "n1", "n2"};
  const char *type = ref_type_name(e->type), *suffix = print_suffixes[e->type];
  switch (e->kind) {
  case CONSTANT:
    constant(o, e->type, e->value);
    break;
  case VARIABLE:
    print_text(o, "v%u", e->index);
    break;
  case RANK:
    print_text(o, "%s", print_rank(o));
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
  case GLOBAL_OFFSET:
    print_text(o, "((%s)get_global_offset(%u))", type, e->index);
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

/* The element of a vector or struct. */
static void print_element(struct printer *o, struct shape shape, unsigned at) {
  if (shape.kind == VECTOR)
    print_text(o, ".s%x", at);
  else if (shape.kind == STRUCT)
    print_text(o, o->p->structures[shape.structure].nested && at >= 2 ? ".in.m%u" : ".m%u", at);
}

void print_part(struct printer *o, unsigned variable, const struct expression *at, uint64_t constant) {
  const struct shape shape = o->f->variables[variable].is;
  print_text(o, "v%u", variable);
  if (shape.kind != ARRAY)
    print_element(o, shape, (unsigned)(at ? at->value : constant) % shape.count);
  else if (at) {
    print_text(o, "[(uint)");
    print_expression(o, at);
    print_text(o, " %% %uu]", shape.count);
  } else
    print_text(o, "[%u]", (unsigned)constant);
}

static void print_compound(struct printer *o, const struct expression *e) {
  const bool vector = e->shape.kind == VECTOR;
  const bool nested = !vector && o->p->structures[e->shape.structure].nested && e->shape.count > 2;
  print_text(o, "((");
  print_shape(o, e->shape);
  print_text(o, vector ? ")(" : "){");
  for (unsigned k = 0; k < e->shape.count; k++) {
    print_text(o, k == 2 && nested ? ", {" : k ? ", " : "");
    print_expression(o, e->operands[k % e->count]);
  }
  print_text(o, vector ? "))" : nested ? "}})" : "})");
}

static void print_literal(struct printer *o, const struct expression *e) {
  const unsigned count = (unsigned)e->value;
  print_text(o, "((%s[%u]){", print_type(o, e->type), count);
  for (unsigned k = 0; k < count; k++) {
    print_text(o, k ? ", " : "");
    if (k + 1 < e->count)
      print_expression(o, e->operands[k + 1]);
    else
      print_text(o, "%u", k);
  }
  print_text(o, "})[(uint)");
  print_expression(o, e->operands[0]);
  print_text(o, " %% %uu]", count);
}

/* Unsigned, so that it may overflow. */
static void print_vector_binary(struct printer *o, const struct expression *e) {
  const char *type = ref_type_name(e->type);
  const unsigned count = e->shape.count;
  const bool wraps = type_is_signed(e->type);
  if (wraps)
    print_text(o, "as_%s%u(as_u%s%u(", type, count, type, count);
  else
    print_text(o, "(");
  print_expression(o, e->operands[0]);
  if (wraps)
    print_text(o, ") %s as_u%s%u(", binary_symbols[e->what], type, count);
  else
    print_text(o, " %s ", binary_symbols[e->what]);
  print_expression(o, e->operands[1]);
  print_text(o, wraps ? "))" : ")");
}

void print_expression(struct printer *o, const struct expression *e) {
  const struct expression *const *x = (const struct expression *const *)e->operands;
  switch (e->kind) {
  case WORK_GROUP_CALL:
    work_group_call(o, e);
    break;
  case OPERATOR_CALL:
    print_operator_call(o, e);
    break;
  case CALL:
    print_text(o, "h%u(", e->index);
    for (unsigned k = 0; k < e->count; k++) {
      print_text(o, k ? ", " : "");
      print_expression(o, x[k]);
    }
    print_text(o, o->plain ? "%ss_)" : ")", e->count ? ", " : "");
    if (e->shape.kind == SCALAR)
      print_element(o, o->p->functions[e->index].type, (unsigned)e->value);
    break;
  case WHOLE:
    print_text(o, "v%u", e->index);
    break;
  case COMPOUND:
    print_compound(o, e);
    break;
  case LITERAL:
    print_literal(o, e);
    break;
  case BINARY:
    if (e->shape.kind == SCALAR)
      print_binary(o, e);
    else
      print_vector_binary(o, e);
    break;
  case COMPARISON:
    print_text(o, "(");
    print_expression(o, x[0]);
    print_text(o, " %s ", comparison_symbols[e->what]);
    print_expression(o, x[1]);
    print_text(o, ")");
    break;
  case CONDITIONAL:
    print_text(o, "(");
    print_expression(o, x[0]);
    print_text(o, e->style % 2 ? " ? " : " != 0 ? ");
    print_expression(o, x[1]);
    print_text(o, " : ");
    print_expression(o, x[2]);
    print_text(o, ")");
    break;
  case CAST:
    print_cast(o, print_type(o, e->type), x[0]);
    break;
  case SMALL_FLOAT:
    print_text(o, "(%s)(", ref_type_name(e->type));
    print_expression(o, x[0]);
    print_text(o, " & %u)", (unsigned)e->value);
    break;
  case UNIT_FLOAT:
    print_text(o, "((%s)(%s %% 100u == %uu ? 2 : (", ref_type_name(e->type), print_rank(o), (unsigned)e->value);
    print_expression(o, x[0]);
    print_text(o, " & 1) ? -1 : 1))");
    break;
  case CLAMP:
    print_text(o, "clamp(");
    print_expression(o, x[0]);
    print_text(o, ", ");
    constant(o, e->type, (uint64_t) - (int64_t)e->value);
    print_text(o, ", ");
    constant(o, e->type, e->value);
    print_text(o, ")");
    break;
  case ELEMENT:
    print_part(o, e->index, x[0], e->value);
    break;
  case LOAD_UNIFORM:
    /* No remainder: in an arm that some work-items alone take LLVM 19 and 21 vectorise one of uniform operands wrong.
     */
    print_text(o, "i%s[min(", print_suffixes[e->type]);
    print_expression(o, x[0]);
    print_text(o, ", tot - 1u)]");
    break;
  default:
    print_leaf(o, e);
  }
}
