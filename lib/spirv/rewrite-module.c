/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a module that is rewritten already has, and what is added: types, constants, function declarations. */
#include "spirv/rewrite.h"
#include "spirv/spirv.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FUNCTION_PREFIX CLGROUP_NAME_PREFIX "work_group_"

static const struct {
  const char *code; /* in mangled names */
  enum scalar scalar;
} overloads[OVERLOADS] = {
    [HALF] = {"Dh", FLOAT16}, [INT] = {"i", INT32},     [UINT] = {"j", INT32},     [LONG] = {"l", INT64},
    [ULONG] = {"m", INT64},   [FLOAT] = {"f", FLOAT32}, [DOUBLE] = {"d", FLOAT64},
};

const struct group_instruction rewrite_instructions[GROUP_INSTRUCTIONS] = {
#define GROUP(opcode, form, domain, identity, name) {SPIRV_OP_##opcode, form, domain, identity, name},
#include "spirv/group-instructions.inc"
};

/* Group operations, by their numbers in SPIR-V. */
static const char *const families[FAMILIES] = {
    [SPIRV_GROUP_REDUCE] = "reduce_",
    [SPIRV_GROUP_INCLUSIVE_SCAN] = "scan_inclusive_",
    [SPIRV_GROUP_EXCLUSIVE_SCAN] = "scan_exclusive_",
};

static const int32_t constant_values[CONSTANTS] = {0,         1,         INT8_MAX,  INT8_MIN,
                                                   UINT8_MAX, INT16_MAX, INT16_MIN, UINT16_MAX};

const struct group_instruction *rewrite_find_instruction(uint32_t opcode) {
  for (int i = 0; i < GROUP_INSTRUCTIONS; ++i)
    if (rewrite_instructions[i].opcode == opcode)
      return &rewrite_instructions[i];
  return NULL;
}

int rewrite_out_of_place(struct rewrite *r, const struct spirv_instruction *i, const char *what) {
  return spirv_fail(&r->m.error, "word %" PRIu32 ": %s %s", i->at, i->known->name, what);
}

/* rewrite_functions checks that the ids stay within the limit. */
uint32_t rewrite_new_id(struct rewrite *r) {
  return r->next_id++;
}

/* ---- what the module has ---- */

/* SCALARS: not a scalar type of the list. */
static enum scalar scalar_of(const struct rewrite *r, uint32_t type) {
  struct spirv_instruction i;
  if (!spirv_defining(&r->m, type, &i))
    return SCALARS;
  uint32_t width = spirv_operand(&r->m, &i, 2);
  if (i.opcode == SPIRV_OP_TypeBool)
    return BOOL;
  if (i.opcode == SPIRV_OP_TypeInt && i.length == 4 && spirv_operand(&r->m, &i, 3) == 0)
    return width == 8 ? INT8 : width == 16 ? INT16 : width == 32 ? INT32 : width == 64 ? INT64 : SCALARS;
  if (i.opcode == SPIRV_OP_TypeFloat && i.length == 3) /* a fourth word specifies a non-IEEE encoding */
    return width == 16 ? FLOAT16 : width == 32 ? FLOAT32 : width == 64 ? FLOAT64 : SCALARS;
  return SCALARS;
}

static uint32_t width_of(enum scalar scalar) {
  static const uint8_t widths[SCALARS] = {0, 8, 16, 32, 64, 16, 32, 64};
  return widths[scalar];
}

bool rewrite_shape_of(const struct rewrite *r, uint32_t type, enum scalar *scalar, uint32_t *scalar_type,
                      uint32_t *components) {
  struct spirv_instruction i;
  *scalar_type = type;
  *components = 1;
  if (spirv_defining(&r->m, type, &i) && i.opcode == SPIRV_OP_TypeVector) {
    *scalar_type = spirv_operand(&r->m, &i, 2);
    *components = spirv_operand(&r->m, &i, 3);
  }
  *scalar = scalar_of(r, *scalar_type);
  return *scalar != SCALARS && *components >= 1 && *components <= 16;
}

enum scalar rewrite_size_scalar(const struct rewrite *r) {
  return r->addressing == SPIRV_ADDRESSING_PHYSICAL32 ? INT32 : INT64;
}

static void note_type(struct rewrite *r, const struct spirv_instruction *i) {
  uint32_t id = spirv_operand(&r->m, i, 1);
  enum scalar scalar = scalar_of(r, id);
  if (scalar != SCALARS && !r->type[scalar])
    r->type[scalar] = id;
}

static void note_constant(struct rewrite *r, const struct spirv_instruction *i) {
  if (i->length != 4 || scalar_of(r, spirv_operand(&r->m, i, 1)) != INT32)
    return;
  for (int c = 0; c < CONSTANTS; ++c)
    if (!r->constant[c] && spirv_operand(&r->m, i, 3) == (uint32_t)constant_values[c])
      r->constant[c] = spirv_operand(&r->m, i, 2);
}

static enum section section_of(uint32_t opcode) {
  switch (opcode) {
  case SPIRV_OP_Capability:
    return CAPABILITIES;
  case SPIRV_OP_Extension:
  case SPIRV_OP_ExtInstImport:
  case SPIRV_OP_MemoryModel:
  case SPIRV_OP_EntryPoint:
  case SPIRV_OP_ExecutionMode:
  case SPIRV_OP_ExecutionModeId:
  case SPIRV_OP_String:
  case SPIRV_OP_Source:
  case SPIRV_OP_SourceContinued:
  case SPIRV_OP_SourceExtension:
  case SPIRV_OP_Name:
  case SPIRV_OP_MemberName:
    return NAMES;
  case SPIRV_OP_ModuleProcessed:
  case SPIRV_OP_Decorate:
  case SPIRV_OP_DecorateId:
  case SPIRV_OP_DecorateString:
  case SPIRV_OP_DecorationGroup:
  case SPIRV_OP_MemberDecorate:
  case SPIRV_OP_MemberDecorateString:
  case SPIRV_OP_GroupDecorate:
  case SPIRV_OP_GroupMemberDecorate:
    return ANNOTATIONS;
  default:
    return GLOBALS;
  }
}

static int note(struct rewrite *r, const struct spirv_instruction *i) {
  uint32_t linkage;
  int linked;
  switch (i->opcode) {
  case SPIRV_OP_MemoryModel:
    r->addressing = spirv_operand(&r->m, i, 1);
    return 0;
  case SPIRV_OP_Decorate:
    linked = spirv_linkage(&r->m, i, &linkage);
    r->has_linked_names |= linked > 0 && spirv_string_is(&r->m, i, SPIRV_LINKAGE_NAME, "_Z", false);
    return linked < 0 ? -1 : 0;
  case SPIRV_OP_TypeBool:
  case SPIRV_OP_TypeInt:
  case SPIRV_OP_TypeFloat:
    note_type(r, i);
    return 0;
  case SPIRV_OP_Constant:
    note_constant(r, i);
    return 0;
  default:
    return rewrite_find_instruction(i->opcode) ? rewrite_out_of_place(r, i, "outside a function") : 0;
  }
}

int rewrite_read_preamble(struct rewrite *r) {
  for (int s = 0; s < SECTIONS; ++s)
    r->end[s] = s < GLOBALS ? SPIRV_HEADER_WORDS : r->m.functions;
  struct spirv_instruction i = {0};
  int more;
  while ((more = spirv_next(&r->m, &i)) > 0 && i.at < r->m.functions) {
    if (note(r, &i))
      return -1;
    for (enum section s = section_of(i.opcode); s < GLOBALS; ++s)
      r->end[s] = i.at + i.length;
  }
  return more < 0 ? -1 : 0;
}

/* ---- what the rewrite adds ---- */

uint32_t rewrite_need_type(struct rewrite *r, enum scalar scalar) {
  if (r->type[scalar])
    return r->type[scalar];
  uint32_t id = r->type[scalar] = rewrite_new_id(r);
  if (scalar == BOOL)
    spirv_emit(&r->added[GLOBALS], SPIRV_OP_TypeBool, id);
  else if (scalar < FLOAT16)
    spirv_emit(&r->added[GLOBALS], SPIRV_OP_TypeInt, id, width_of(scalar), 0);
  else
    spirv_emit(&r->added[GLOBALS], SPIRV_OP_TypeFloat, id, width_of(scalar));
  return id;
}

uint32_t rewrite_need_constant(struct rewrite *r, enum constant c) {
  if (!r->constant[c]) {
    uint32_t type = rewrite_need_type(r, INT32);
    r->constant[c] = rewrite_new_id(r);
    spirv_emit(&r->added[GLOBALS], SPIRV_OP_Constant, type, r->constant[c], (uint32_t)constant_values[c]);
  }
  return r->constant[c];
}

/* The type of a function, by the types of its result and its parameters. SPIR-V allows no second declaration of it. */
static uint32_t need_signature(struct rewrite *r, const uint32_t *types, uint32_t count) {
  const struct spirv_words *added = &r->added[GLOBALS];
  struct spirv_instruction i = {0};
  while (spirv_next(&r->m, &i) > 0 && i.at < r->m.functions) {
    uint32_t same = i.opcode == SPIRV_OP_TypeFunction && i.length == 2 + count ? 0 : count + 1;
    while (same < count && spirv_operand(&r->m, &i, 2 + same) == types[same])
      same++;
    if (same == count)
      return spirv_operand(&r->m, &i, 1);
  }
  for (size_t at = 0; !added->failed && at < added->count; at += added->data[at] >> 16)
    if (added->data[at] == ((2 + count) << 16 | SPIRV_OP_TypeFunction) &&
        !memcmp(added->data + at + 2, types, count * sizeof *types))
      return added->data[at + 1];
  uint32_t id = rewrite_new_id(r);
  size_t begin = spirv_begin(&r->added[GLOBALS]);
  spirv_add(&r->added[GLOBALS], id);
  for (uint32_t n = 0; n < count; ++n)
    spirv_add(&r->added[GLOBALS], types[n]);
  spirv_end(&r->added[GLOBALS], begin, SPIRV_OP_TypeFunction);
  return id;
}

/* The module may already import or export the name, if part of it was rewritten before. Sets *id to that function or to
 * 0. */
static int find_linked(struct rewrite *r, const char *name, uint32_t signature, uint32_t *id) {
  struct spirv_instruction i = {0}, function;
  uint32_t linkage;
  *id = 0;
  while (r->has_linked_names && spirv_next(&r->m, &i) > 0 && i.at < r->end[ANNOTATIONS]) {
    if (spirv_linkage(&r->m, &i, &linkage) <= 0 || !spirv_string_is(&r->m, &i, SPIRV_LINKAGE_NAME, name, true))
      continue;
    *id = spirv_operand(&r->m, &i, 1);
    if (!spirv_defining(&r->m, *id, &function) || function.opcode != SPIRV_OP_Function ||
        spirv_operand(&r->m, &function, 4) != signature)
      return spirv_fail(&r->m.error, "word %" PRIu32 ": the module already has a %s, with another type", i.at, name);
    return 0;
  }
  return 0;
}

uint32_t rewrite_import(struct rewrite *r, const char *name, const uint32_t *types, uint32_t count) {
  uint32_t signature = need_signature(r, types, count), id;
  if (find_linked(r, name, signature, &id))
    return 0;
  if (id)
    return id;

  id = rewrite_new_id(r);
  size_t begin = spirv_begin(&r->added[NAMES]);
  spirv_add(&r->added[NAMES], id);
  spirv_add_string(&r->added[NAMES], name);
  spirv_end(&r->added[NAMES], begin, SPIRV_OP_Name);

  begin = spirv_begin(&r->added[ANNOTATIONS]);
  spirv_add(&r->added[ANNOTATIONS], id);
  spirv_add(&r->added[ANNOTATIONS], SPIRV_DECORATION_LINKAGE_ATTRIBUTES);
  spirv_add_string(&r->added[ANNOTATIONS], name);
  spirv_add(&r->added[ANNOTATIONS], SPIRV_LINKAGE_IMPORT);
  spirv_end(&r->added[ANNOTATIONS], begin, SPIRV_OP_Decorate);

  spirv_emit(&r->added[DECLARATIONS], SPIRV_OP_Function, types[0], id, 0, signature);
  for (uint32_t n = 1; n < count; ++n)
    spirv_emit(&r->added[DECLARATIONS], SPIRV_OP_FunctionParameter, types[n], rewrite_new_id(r));
  spirv_add_instruction(&r->added[DECLARATIONS], SPIRV_OP_FunctionEnd, NULL, 0);
  return id;
}

static uint32_t import_function(struct rewrite *r, const struct group_instruction *c, uint32_t family,
                                enum overload overload) {
  uint32_t indices = c->form == BROADCAST ? family + 1 : 0;
  char plain[64], name[REWRITE_NAME_ROOM];
  snprintf(plain, sizeof plain, FUNCTION_PREFIX "%s%s", c->form == ARITHMETIC ? families[family] : "", c->name);
  snprintf(name, sizeof name, "_Z%zu%s%s%.*s", strlen(plain), plain, overloads[overload].code, (int)indices,
           rewrite_size_scalar(r) == INT64 ? "mmm" : "jjj");

  uint32_t type = rewrite_need_type(r, overloads[overload].scalar);
  uint32_t size = indices ? rewrite_need_type(r, rewrite_size_scalar(r)) : 0;
  const uint32_t types[] = {type, type, size, size, size};
  return rewrite_import(r, name, types, 2 + indices);
}

uint32_t rewrite_need_function(struct rewrite *r, const struct group_instruction *c, uint32_t family,
                               enum overload overload) {
  uint32_t *known = &r->function[c - rewrite_instructions][family][overload];
  if (!*known)
    *known = import_function(r, c, family, overload);
  return *known;
}
