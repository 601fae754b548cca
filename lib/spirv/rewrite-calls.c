/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replaces one group instruction by a call, with conversions around it if the library has no function of its type; or,
 * where the device has the instruction of int, by that. */
#include "spirv/rewrite.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- writing ---- */

uint32_t rewrite_emit_value(struct rewrite *r, enum spirv_op opcode, uint32_t type, uint32_t operand) {
  uint32_t id = rewrite_new_id(r);
  spirv_emit(&r->added[CODE], opcode, type, id, operand);
  return id;
}

uint32_t rewrite_emit_extract(struct rewrite *r, uint32_t type, uint32_t vector, uint32_t component) {
  uint32_t id = rewrite_new_id(r);
  spirv_emit(&r->added[CODE], SPIRV_OP_CompositeExtract, type, id, vector, component);
  return id;
}

int rewrite_emit_vector(struct rewrite *r, uint32_t result, uint32_t type, uint32_t vector, uint32_t components,
                        rewrite_component *emit, const void *context) {
  /* By insertions into the old vector: llvm-spirv 15 crashes on an OpCompositeConstruct of non-constants. */
  for (uint32_t n = 0; n < components; ++n) {
    uint32_t done = rewrite_new_id(r);
    if (emit(r, context, done, n))
      return -1;
    uint32_t next = n + 1 < components ? rewrite_new_id(r) : result;
    spirv_emit(&r->added[CODE], SPIRV_OP_CompositeInsert, type, next, done, vector, n);
    vector = next;
  }
  return 0;
}

/* The group instruction that is being replaced. */
struct task {
  struct spirv_instruction i;
  const struct group_instruction *group;
  uint32_t value;
  uint32_t family; /* as rewrite_need_function takes it */
  enum scalar scalar;
  uint32_t scalar_type;
  uint32_t index[MAX_INDICES], indices;
};

static enum overload overload_of(const struct task *t) {
  bool is_unsigned = t->group->domain == UNSIGNED;
  switch (t->scalar) {
  case FLOAT16:
    return HALF;
  case FLOAT32:
    return FLOAT;
  case FLOAT64:
    return DOUBLE;
  case INT64:
    return is_unsigned ? ULONG : LONG;
  default:
    return is_unsigned ? UINT : INT;
  }
}

/* The same instruction of another type. */
static int emit_same(struct rewrite *r, const struct task *t, uint32_t type, uint32_t result, uint32_t value) {
  uint32_t scope = spirv_operand(&r->m, &t->i, 3);
  if (t->group->form == ARITHMETIC)
    spirv_emit(&r->added[CODE], t->group->opcode, type, result, scope, t->family, value);
  else
    spirv_emit(&r->added[CODE], t->group->opcode, type, result, scope, value, spirv_operand(&r->m, &t->i, 5));
  return 0;
}

static int emit_call(struct rewrite *r, const struct task *t, uint32_t type, uint32_t result, uint32_t value) {
  if (!r->work_groups)
    return emit_same(r, t, type, result, value);
  uint32_t function = rewrite_need_function(r, t->group, t->family, overload_of(t));
  const uint32_t operands[] = {type, result, function, value, t->index[0], t->index[1], t->index[2]};
  spirv_add_instruction(&r->added[CODE], SPIRV_OP_FunctionCall, operands, 4 + t->indices);
  return function ? 0 : -1;
}

/* In an exclusive scan rank 0 gets the identity of int, which is clamped here to the identity of the narrow type; all
 * other results are already within the narrow type's range. */
static uint32_t emit_clamp(struct rewrite *r, const struct task *t, uint32_t value) {
  enum identity identity = t->group->identity;
  if (t->group->form != ARITHMETIC || t->family != SPIRV_GROUP_EXCLUSIVE_SCAN || identity == NARROWS)
    return value;
  bool is_unsigned = t->group->domain == UNSIGNED;
  enum constant limit = identity == LOWEST ? (t->scalar == INT8 ? INT8_LOWEST : INT16_LOWEST)
                        : is_unsigned      ? (t->scalar == INT8 ? UINT8_HIGHEST : UINT16_HIGHEST)
                                           : (t->scalar == INT8 ? INT8_HIGHEST : INT16_HIGHEST);
  enum spirv_op beyond = identity == LOWEST ? SPIRV_OP_SLessThan
                         : is_unsigned      ? SPIRV_OP_UGreaterThan
                                            : SPIRV_OP_SGreaterThan;
  uint32_t bound = rewrite_need_constant(r, limit), is_beyond = rewrite_new_id(r), clamped = rewrite_new_id(r);
  spirv_emit(&r->added[CODE], beyond, rewrite_need_type(r, BOOL), is_beyond, value, bound);
  spirv_emit(&r->added[CODE], SPIRV_OP_Select, rewrite_need_type(r, INT32), clamped, is_beyond, bound, value);
  return clamped;
}

/* Adds the call for one scalar, with its conversions. */
static int emit_scalar(struct rewrite *r, const struct task *t, uint32_t result, uint32_t value) {
  const bool of_bool = !r->work_groups && t->group->domain == BOOLEAN; /* an instruction, unlike functions */
  if (of_bool || (t->scalar != BOOL && t->scalar != INT8 && t->scalar != INT16))
    return emit_call(r, t, t->scalar_type, result, value);

  uint32_t type = rewrite_need_type(r, INT32), wide;
  if (t->scalar == BOOL) {
    uint32_t one = rewrite_need_constant(r, ONE), zero = rewrite_need_constant(r, ZERO);
    wide = rewrite_new_id(r);
    spirv_emit(&r->added[CODE], SPIRV_OP_Select, type, wide, value, one, zero);
  } else
    wide = rewrite_emit_value(r, t->group->domain == SIGNED ? SPIRV_OP_SConvert : SPIRV_OP_UConvert, type, value);

  uint32_t returned = rewrite_new_id(r);
  if (emit_call(r, t, type, returned, wide))
    return -1;

  if (t->scalar == BOOL)
    spirv_emit(&r->added[CODE], SPIRV_OP_INotEqual, t->scalar_type, result, returned, rewrite_need_constant(r, ZERO));
  else {
    uint32_t clamped = emit_clamp(r, t, returned);
    spirv_emit(&r->added[CODE], SPIRV_OP_UConvert, t->scalar_type, result, clamped);
  }
  return 0;
}

static int emit_component(struct rewrite *r, const void *context, uint32_t result, uint32_t component) {
  const struct task *t = context;
  return emit_scalar(r, t, result, rewrite_emit_extract(r, t->scalar_type, t->value, component));
}

/* ---- reading one group instruction ---- */

/* Fails with an error message about a type that no function takes. */
static int refuse_type(struct rewrite *r, const struct spirv_instruction *i, const char *role, uint32_t type) {
  struct spirv_instruction t, element;
  char shape[32] = "", text[96] = "not a type";
  if (spirv_defining(&r->m, type, &t)) {
    if (t.opcode == SPIRV_OP_TypeVector) {
      snprintf(shape, sizeof shape, "a vector of %" PRIu32 " x ", spirv_operand(&r->m, &t, 3));
      if (spirv_defining(&r->m, spirv_operand(&r->m, &t, 2), &element))
        t = element;
    }
    if (t.opcode == SPIRV_OP_TypeInt || t.opcode == SPIRV_OP_TypeFloat) {
      bool is_int = t.opcode == SPIRV_OP_TypeInt;
      snprintf(text, sizeof text, "%s %" PRIu32 "-bit %s", is_int && spirv_operand(&r->m, &t, 3) ? "signed" : "plain",
               spirv_operand(&r->m, &t, 2),
               is_int          ? "integer"
               : t.length == 3 ? "float"
                               : "float with a non-IEEE encoding");
    } else if (t.known)
      snprintf(text, sizeof text, "%s", t.known->name);
  }
  return spirv_fail(&r->m.error,
                    "word %" PRIu32 ": %s at Workgroup scope with %s of type %%%" PRIu32 " (%s%s), which "
                    "OpenCL's work-group functions do not take",
                    i->at, i->known->name, role, type, shape, text);
}

static bool takes(const struct group_instruction *c, enum scalar scalar) {
  switch (c->domain) {
  case BOOLEAN:
    return scalar == BOOL;
  case SIGNED:
  case UNSIGNED:
    return scalar >= INT8 && scalar <= INT64;
  case FLOATING:
    return scalar >= FLOAT16;
  case ANY:
    return true;
  }
  return false;
}

/* Converts the LocalId operand to arguments of type size_t. */
static int read_indices(struct rewrite *r, struct task *t, uint32_t local_id) {
  struct spirv_instruction definition;
  enum scalar scalar, size = rewrite_size_scalar(r);
  uint32_t type, scalar_type;
  if (r->addressing != SPIRV_ADDRESSING_PHYSICAL32 && r->addressing != SPIRV_ADDRESSING_PHYSICAL64)
    return spirv_fail(&r->m.error,
                      "word %" PRIu32 ": %s in a module whose addressing model is neither Physical32 nor "
                      "Physical64",
                      t->i.at, t->i.known->name);
  if (!spirv_defining(&r->m, local_id, &definition) || !(type = spirv_result_type(&r->m, &definition)))
    return spirv_fail(&r->m.error,
                      "word %" PRIu32 ": %s takes its LocalId from %%%" PRIu32 ", which is not a known value", t->i.at,
                      t->i.known->name, local_id);
  if (!rewrite_shape_of(r, type, &scalar, &scalar_type, &t->indices) || scalar < INT8 || scalar > INT64 ||
      t->indices > MAX_INDICES)
    return refuse_type(r, &t->i, "a LocalId", type);
  t->family = t->indices - 1;
  for (uint32_t n = 0; n < t->indices; ++n) {
    t->index[n] = scalar_type == type ? local_id : rewrite_emit_extract(r, scalar_type, local_id, n);
    if (scalar != size)
      t->index[n] = rewrite_emit_value(r, SPIRV_OP_UConvert, rewrite_need_type(r, size), t->index[n]);
  }
  return 0;
}

int rewrite_is_work_group(const struct spirv_module *m, const struct spirv_instruction *i) {
  struct spirv_instruction scope;
  uint32_t id = spirv_operand(m, i, 3);
  if (!spirv_defining(m, id, &scope) || (scope.opcode != SPIRV_OP_Constant && scope.opcode != SPIRV_OP_ConstantNull &&
                                         scope.opcode != SPIRV_OP_SpecConstant))
    return spirv_fail(&m->error, "word %" PRIu32 ": the scope of %s, %%%" PRIu32 ", is not a constant", i->at,
                      i->known->name, id);
  return scope.opcode != SPIRV_OP_ConstantNull && spirv_operand(m, &scope, 3) == SPIRV_SCOPE_WORKGROUP;
}

int rewrite_group_instruction(struct rewrite *r, const struct spirv_instruction *i, const struct group_instruction *c) {
  /* OpGroupX type result scope (operation) value (local id) */
  struct task t = {.i = *i, .group = c, .value = spirv_operand(&r->m, i, c->form == ARITHMETIC ? 5 : 4)};
  uint32_t type = spirv_operand(&r->m, i, 1), result = spirv_operand(&r->m, i, 2), components;
  if (i->length != 1 + strlen(i->known->operands))
    return rewrite_out_of_place(r, i, "has a wrong number of operands");
  if (!rewrite_shape_of(r, type, &t.scalar, &t.scalar_type, &components) || !takes(c, t.scalar))
    return refuse_type(r, i, "a result", type);
  if (c->form == ARITHMETIC) {
    t.family = spirv_operand(&r->m, i, 4);
    if (t.family >= FAMILIES)
      return rewrite_out_of_place(r, i, "at Workgroup scope is neither a reduce nor a scan");
  } else if (c->form == BROADCAST && r->work_groups && read_indices(r, &t, spirv_operand(&r->m, i, 5)))
    return -1;

  if (components == 1 && t.scalar_type == type)
    return emit_scalar(r, &t, result, t.value);
  return rewrite_emit_vector(r, result, type, t.value, components, emit_component, &t);
}
