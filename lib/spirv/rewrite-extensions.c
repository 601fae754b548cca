/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replaces an instruction of an extension that a device lacks by calls (names/extension-calls.inc); or one at Subgroup
 * scope of a small integer or a vector by those of int and of scalars. */
#include "spirv/rewrite.h"
#include "spirv/spirv.h"

#include <stdio.h>
#include <string.h>

static const struct call {
  uint16_t opcode;
  unsigned extension;
  const char *parameters, *name;
} calls[EXTENSION_CALLS] = {
#define CLGROUP_CALL(instruction, extension, parameters, function)                                                     \
  {SPIRV_OP_##instruction, CLGROUP_HAS(extension), parameters, function},
#include "names/extension-calls.inc"
};
enum { MOST_PARAMETERS = 4 };

/* The instruction that is being replaced. */
struct task {
  const struct call *call;
  enum scalar scalar;
  uint32_t scalar_type, components;
  uint32_t operands[MOST_PARAMETERS], types[1 + MOST_PARAMETERS], count; /* types: of the result and the operands */
};

/* The word of the first operand: instructions of sub-groups have a scope before it. */
static uint32_t first_operand(const struct spirv_instruction *i) {
  return i->known->capability == SPIRV_CAPABILITY_None ? 3 : 4;
}

/* The row of the instruction, by its number of operands: that of packed bytes is followed by their format. */
static const struct call *find_call(const struct spirv_instruction *i) {
  for (const struct call *c = calls; c < calls + EXTENSION_CALLS; c++) {
    if (c->opcode != i->opcode)
      continue;
    const size_t operands = first_operand(i) + strlen(c->parameters);
    if (i->length == operands || (*c->parameters == '4' && i->length == operands + 1))
      return c;
  }
  return NULL;
}

/* Can an operand be passed as this parameter? */
static bool fits(const struct rewrite *r, char parameter, uint32_t operand) {
  struct spirv_instruction definition;
  enum scalar scalar;
  uint32_t scalar_type, components;
  if (parameter == 'T')
    return true;
  if (!spirv_defining(&r->m, operand, &definition) ||
      !rewrite_shape_of(r, spirv_result_type(&r->m, &definition), &scalar, &scalar_type, &components))
    return false;
  if (parameter == '4')
    return (scalar == INT32 && components == 1) || (scalar == INT8 && components == 4);
  return scalar >= INT8 && scalar <= INT64 && components == 1;
}

/* Reads the instruction. False: the library has no function of its types. */
static bool read(const struct rewrite *r, const struct spirv_instruction *i, struct task *t) {
  t->count = (uint32_t)strlen(t->call->parameters);
  if (!rewrite_shape_of(r, spirv_operand(&r->m, i, 1), &t->scalar, &t->scalar_type, &t->components) ||
      t->scalar == BOOL || (*t->call->parameters == '4' && (t->scalar != INT32 || t->components != 1)))
    return false;
  bool all = true;
  for (uint32_t n = 0; n < t->count; n++) {
    t->operands[n] = spirv_operand(&r->m, i, first_operand(i) + n);
    all &= fits(r, t->call->parameters[n], t->operands[n]);
  }
  return all;
}

/* Converts what all components share, and sets the types. */
static void convert(struct rewrite *r, struct task *t) {
  struct spirv_instruction definition;
  t->types[0] = t->scalar_type;
  for (uint32_t n = 0; n < t->count; n++) {
    const char parameter = t->call->parameters[n];
    t->types[1 + n] = parameter == 'T' ? t->scalar_type : rewrite_need_type(r, INT32);
    (void)spirv_defining(&r->m, t->operands[n], &definition);
    if (parameter != 'T' && spirv_result_type(&r->m, &definition) != t->types[1 + n])
      t->operands[n] = rewrite_emit_value(r,
                                          parameter == '4'   ? SPIRV_OP_Bitcast
                                          : parameter == 'i' ? SPIRV_OP_SConvert
                                                             : SPIRV_OP_UConvert,
                                          t->types[1 + n], t->operands[n]);
  }
}

static uint32_t import_call(struct rewrite *r, const struct task *t) {
  static const char *const codes[SCALARS] = {
      [INT8] = "h", [INT16] = "t", [INT32] = "j", [INT64] = "m", [FLOAT16] = "Dh", [FLOAT32] = "f", [FLOAT64] = "d"};
  char name[REWRITE_NAME_ROOM];
  int length = snprintf(name, sizeof name, "_Z%zu" CLGROUP_NAME_PREFIX "%s",
                        sizeof CLGROUP_NAME_PREFIX - 1 + strlen(t->call->name), t->call->name);
  for (uint32_t n = 0; n < t->count; n++) {
    const char parameter = t->call->parameters[n];
    length += snprintf(name + length, sizeof name - (size_t)length, "%s",
                       parameter == 'T'   ? codes[t->scalar]
                       : parameter == 'i' ? "i"
                                          : "j");
  }
  return rewrite_import(r, name, t->types, 1 + t->count);
}

static int emit_call(struct rewrite *r, const struct task *t, uint32_t result, const uint32_t *operands) {
  uint32_t *function = &r->call[t->call - calls][t->scalar];
  if (!*function)
    *function = import_call(r, t);
  uint32_t words[3 + MOST_PARAMETERS] = {t->scalar_type, result, *function};
  memcpy(words + 3, operands, t->count * sizeof *operands);
  spirv_add_instruction(&r->added[CODE], SPIRV_OP_FunctionCall, words, 3 + t->count);
  return *function ? 0 : -1;
}

static int emit_component(struct rewrite *r, const void *context, uint32_t result, uint32_t component) {
  const struct task *t = context;
  uint32_t operands[MOST_PARAMETERS] = {0};
  for (uint32_t n = 0; n < t->count; n++)
    operands[n] = t->call->parameters[n] == 'T' ? rewrite_emit_extract(r, t->scalar_type, t->operands[n], component)
                                                : t->operands[n];
  return emit_call(r, t, result, operands);
}

/* Replaces the instruction, if the library has a function for it. */
static int rewrite_call(struct rewrite *r, const struct spirv_instruction *i, const struct call *call) {
  struct task t = {.call = call};
  uint32_t type = spirv_operand(&r->m, i, 1), result = spirv_operand(&r->m, i, 2);
  const bool of_sub_groups = first_operand(i) == 4;
  if ((of_sub_groups && !spirv_is_sub_group(&r->m, spirv_operand(&r->m, i, 3))) || !read(r, i, &t))
    return 0;
  r->calls_sub_groups |= of_sub_groups;
  convert(r, &t);
  const int failed = t.scalar_type == type
                         ? emit_call(r, &t, result, t.operands)
                         : rewrite_emit_vector(r, result, type, t.operands[0], t.components, emit_component, &t);
  return failed ? -1 : 1;
}

int rewrite_extension(struct rewrite *r, const struct spirv_instruction *i) {
  const struct group_instruction *c = i->known ? rewrite_find_instruction(i->opcode) : NULL;
  const struct call *call = i->known ? find_call(i) : NULL;
  int done = 0;
  if (c && spirv_extensions_of_group(&r->m, i) & r->extensions & CLGROUP_HAS(subgroup_extended_types))
    return rewrite_group_instruction(r, i, c) ? -1 : 1;
  if (call && call->extension & r->extensions)
    done = rewrite_call(r, i, call);
  if (!done)
    r->needs_extensions |= !i->known ? ~0u : call ? call->extension : 0;
  return done;
}
