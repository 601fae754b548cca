/* Work-group group_instructions become calls of imported functions.
 *
 * Functions are rewritten first, into a buffer of their own. What they turn out to need (types, constants, declared
 * functions) gathers in further buffers, one for each section of a module. Then the sections are put together. */
#include "spirv/spirv.h"
#include "spirv/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- facts ---- */

/* The scalar types that instructions work on. SPIR-V's kernel integers have no sign. */
enum scalar { BOOL, INT8, INT16, INT32, INT64, FLOAT16, FLOAT32, FLOAT64, SCALARS };

/* The types of OpenCL C that functions are overloaded for. */
enum overload { HALF, INT, UINT, LONG, ULONG, FLOAT, DOUBLE, OVERLOADS };
static const struct {
  const char *code; /* in mangled names */
  enum scalar scalar;
} overloads[OVERLOADS] = {
    [HALF] = {"Dh", FLOAT16}, [INT] = {"i", INT32},     [UINT] = {"j", INT32},     [LONG] = {"l", INT64},
    [ULONG] = {"m", INT64},   [FLOAT] = {"f", FLOAT32}, [DOUBLE] = {"d", FLOAT64},
};

enum form { VOTE, BROADCAST, ARITHMETIC };
enum domain { BOOLEAN, SIGNED, UNSIGNED, FLOATING, ANY };

/* What the identity of an exclusive scan is, for integers narrower than int: the highest or lowest of the narrow type,
 * or a value that narrows to the right one. */
enum identity { NARROWS, HIGHEST, LOWEST };

struct group_instruction {
  uint16_t opcode;
  enum form form;
  enum domain domain;
  enum identity identity;
  const char *name; /* of the function (VOTE, BROADCAST) or of the operator */
};

static const struct group_instruction group_instructions[] = {
    {SPIRV_OP_GroupAll, VOTE, BOOLEAN, NARROWS, "all"},
    {SPIRV_OP_GroupAny, VOTE, BOOLEAN, NARROWS, "any"},
    {SPIRV_OP_GroupBroadcast, BROADCAST, ANY, NARROWS, "broadcast"},
    {SPIRV_OP_GroupIAdd, ARITHMETIC, SIGNED, NARROWS, "add"},
    {SPIRV_OP_GroupFAdd, ARITHMETIC, FLOATING, NARROWS, "add"},
    {SPIRV_OP_GroupFMin, ARITHMETIC, FLOATING, NARROWS, "min"},
    {SPIRV_OP_GroupUMin, ARITHMETIC, UNSIGNED, HIGHEST, "min"},
    {SPIRV_OP_GroupSMin, ARITHMETIC, SIGNED, HIGHEST, "min"},
    {SPIRV_OP_GroupFMax, ARITHMETIC, FLOATING, NARROWS, "max"},
    {SPIRV_OP_GroupUMax, ARITHMETIC, UNSIGNED, NARROWS, "max"},
    {SPIRV_OP_GroupSMax, ARITHMETIC, SIGNED, LOWEST, "max"},
    {SPIRV_OP_GroupIMulKHR, ARITHMETIC, SIGNED, NARROWS, "mul"},
    {SPIRV_OP_GroupFMulKHR, ARITHMETIC, FLOATING, NARROWS, "mul"},
    {SPIRV_OP_GroupBitwiseAndKHR, ARITHMETIC, SIGNED, NARROWS, "and"},
    {SPIRV_OP_GroupBitwiseOrKHR, ARITHMETIC, SIGNED, NARROWS, "or"},
    {SPIRV_OP_GroupBitwiseXorKHR, ARITHMETIC, SIGNED, NARROWS, "xor"},
    {SPIRV_OP_GroupLogicalAndKHR, ARITHMETIC, BOOLEAN, NARROWS, "logical_and"},
    {SPIRV_OP_GroupLogicalOrKHR, ARITHMETIC, BOOLEAN, NARROWS, "logical_or"},
    {SPIRV_OP_GroupLogicalXorKHR, ARITHMETIC, BOOLEAN, NARROWS, "logical_xor"},
};
enum { GROUP_INSTRUCTIONS = sizeof group_instructions / sizeof *group_instructions };

/* Group operations, by their numbers in SPIR-V. */
static const char *const families[] = {
    [SPIRV_GROUP_REDUCE] = "reduce_",
    [SPIRV_GROUP_INCLUSIVE_SCAN] = "scan_inclusive_",
    [SPIRV_GROUP_EXCLUSIVE_SCAN] = "scan_exclusive_",
};
enum { FAMILIES = sizeof families / sizeof *families, MAX_INDICES = 3 };

#define UNIFORM_EXTENSION "SPV_KHR_uniform_group_instructions"
#define FUNCTION_PREFIX "__clgroup_work_group_"
#define MANGLED_ROOM 96 /* for any mangled name */

/* The int constants that conversions use: every one lies within an int. */
enum constant {
  ZERO,
  ONE,
  INT8_HIGHEST,
  INT8_LOWEST,
  UINT8_HIGHEST,
  INT16_HIGHEST,
  INT16_LOWEST,
  UINT16_HIGHEST,
  CONSTANTS
};
static const int32_t constant_values[CONSTANTS] = {0,         1,         INT8_MAX,  INT8_MIN,
                                                   UINT8_MAX, INT16_MAX, INT16_MIN, UINT16_MAX};

static const struct group_instruction *find_group_instruction(uint32_t opcode) {
  for (int i = 0; i < GROUP_INSTRUCTIONS; ++i)
    if (group_instructions[i].opcode == opcode)
      return &group_instructions[i];
  return NULL;
}

/* ---- state ---- */

/* Parts of a module, in its order. The last holds all functions with a body, rewritten. */
enum section { CAPABILITIES, NAMES, ANNOTATIONS, GLOBALS, DECLARATIONS, CODE, SECTIONS };

struct rewrite {
  struct spirv_module m;
  uint32_t next_id;
  uint32_t addressing;

  /* Ids that the module has or was given; 0: not yet. */
  uint32_t type[SCALARS];
  uint32_t signature[SCALARS][MAX_INDICES + 1]; /* result and first parameter, and so many indices: a function type */
  uint32_t constant[CONSTANTS];
  uint32_t function[GROUP_INSTRUCTIONS][FAMILIES][OVERLOADS];

  bool has_linked_names; /* the module links C++-mangled names, as the library's are */
  bool has_linkage, has_int64;
  bool changed;
  bool needs_groups, needs_uniform; /* after the rewrite */

  uint32_t end[SECTIONS]; /* the words at which the module's sections end, where additions go */
  struct spirv_words added[SECTIONS];
};

static int out_of_place(struct rewrite *r, const struct spirv_instruction *i, const char *what) {
  return spirv_fail(&r->m.error, "word %" PRIu32 ": %s %s", i->at, i->known->name, what);
}

/* More than there may be are found by rewrite_functions. */
static uint32_t new_id(struct rewrite *r) {
  return r->next_id++;
}

/* ---- what the module has ---- */

static enum scalar scalar_of(const struct rewrite *r, uint32_t type) {
  struct spirv_instruction i;
  if (!spirv_defining(&r->m, type, &i))
    return SCALARS;
  uint32_t width = spirv_operand(&r->m, &i, 2);
  if (i.opcode == SPIRV_OP_TypeBool)
    return BOOL;
  if (i.opcode == SPIRV_OP_TypeInt && i.length == 4 && spirv_operand(&r->m, &i, 3) == 0)
    return width == 8 ? INT8 : width == 16 ? INT16 : width == 32 ? INT32 : width == 64 ? INT64 : SCALARS;
  if (i.opcode == SPIRV_OP_TypeFloat && i.length == 3) /* a fourth word names an encoding that is not IEEE's */
    return width == 16 ? FLOAT16 : width == 32 ? FLOAT32 : width == 64 ? FLOAT64 : SCALARS;
  return SCALARS;
}

static uint32_t width_of(enum scalar scalar) {
  static const uint8_t widths[SCALARS] = {0, 8, 16, 32, 64, 16, 32, 64};
  return widths[scalar];
}

/* A scalar, or a vector of a scalar and its number of components. False: neither. */
static bool shape_of(const struct rewrite *r, uint32_t type, enum scalar *scalar, uint32_t *scalar_type,
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

/* The type of size_t, in a module whose addressing model has one. */
static enum scalar size_scalar(const struct rewrite *r) {
  return r->addressing == SPIRV_ADDRESSING_PHYSICAL32 ? INT32 : INT64;
}

static void note_signature(struct rewrite *r, const struct spirv_instruction *i) {
  enum scalar scalar = scalar_of(r, spirv_operand(&r->m, i, 2));
  if (scalar == SCALARS || i->length < 4 || i->length > 4 + MAX_INDICES ||
      spirv_operand(&r->m, i, 3) != spirv_operand(&r->m, i, 2))
    return;
  for (uint32_t index = 4; index < i->length; ++index)
    if (scalar_of(r, spirv_operand(&r->m, i, index)) != size_scalar(r))
      return;
  uint32_t *known = &r->signature[scalar][i->length - 4];
  if (!*known)
    *known = spirv_operand(&r->m, i, 1);
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
  uint32_t first = spirv_operand(&r->m, i, 1), linkage;
  int linked;
  switch (i->opcode) {
  case SPIRV_OP_Capability:
    r->has_linkage |= first == SPIRV_CAPABILITY_Linkage;
    r->has_int64 |= first == SPIRV_CAPABILITY_Int64;
    return 0;
  case SPIRV_OP_MemoryModel:
    r->addressing = first;
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
  case SPIRV_OP_TypeFunction:
    note_signature(r, i);
    return 0;
  case SPIRV_OP_Constant:
    note_constant(r, i);
    return 0;
  default:
    return find_group_instruction(i->opcode) ? out_of_place(r, i, "outside a function") : 0;
  }
}

/* Reads all that stands before the functions. */
static int read_preamble(struct rewrite *r) {
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

static uint32_t need_type(struct rewrite *r, enum scalar scalar) {
  if (r->type[scalar])
    return r->type[scalar];
  uint32_t id = r->type[scalar] = new_id(r);
  if (scalar == BOOL)
    spirv_emit(&r->added[GLOBALS], SPIRV_OP_TypeBool, id);
  else if (scalar < FLOAT16)
    spirv_emit(&r->added[GLOBALS], SPIRV_OP_TypeInt, id, width_of(scalar), 0);
  else
    spirv_emit(&r->added[GLOBALS], SPIRV_OP_TypeFloat, id, width_of(scalar));
  return id;
}

static uint32_t need_constant(struct rewrite *r, enum constant c) {
  if (!r->constant[c]) {
    uint32_t type = need_type(r, INT32);
    r->constant[c] = new_id(r);
    spirv_emit(&r->added[GLOBALS], SPIRV_OP_Constant, type, r->constant[c], (uint32_t)constant_values[c]);
  }
  return r->constant[c];
}

static uint32_t need_signature(struct rewrite *r, enum scalar scalar, uint32_t indices) {
  if (r->signature[scalar][indices])
    return r->signature[scalar][indices];
  uint32_t type = need_type(r, scalar), size = indices ? need_type(r, size_scalar(r)) : 0;
  uint32_t id = r->signature[scalar][indices] = new_id(r);
  const uint32_t operands[] = {id, type, type, size, size, size};
  spirv_add_instruction(&r->added[GLOBALS], SPIRV_OP_TypeFunction, operands, 3 + indices);
  return id;
}

/* The module may link the name itself (it has been through here before, in part). Sets *id to that function or to 0. */
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
      return spirv_fail(&r->m.error, "word %" PRIu32 ": the module has a %s of its own with another type", i.at, name);
    return 0;
  }
  return 0;
}

/* The id of a library function, or 0 after an error. `family` is a group operation, or for broadcasts the number of
 * indices minus 1. */
static uint32_t need_function(struct rewrite *r, const struct group_instruction *c, uint32_t family,
                              enum overload overload) {
  uint32_t *known = &r->function[c - group_instructions][family][overload], id = *known;
  if (id)
    return id;
  enum scalar scalar = overloads[overload].scalar;
  uint32_t indices = c->form == BROADCAST ? family + 1 : 0;

  char plain[64], name[MANGLED_ROOM];
  snprintf(plain, sizeof plain, FUNCTION_PREFIX "%s%s", c->form == ARITHMETIC ? families[family] : "", c->name);
  snprintf(name, sizeof name, "_Z%zu%s%s%.*s", strlen(plain), plain, overloads[overload].code, (int)indices,
           size_scalar(r) == INT64 ? "mmm" : "jjj");

  uint32_t signature = need_signature(r, scalar, indices);
  if (find_linked(r, name, signature, &id))
    return 0;
  if (id)
    return *known = id;

  *known = id = new_id(r);
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

  uint32_t type = need_type(r, scalar);
  spirv_emit(&r->added[DECLARATIONS], SPIRV_OP_Function, type, id, 0, signature);
  spirv_emit(&r->added[DECLARATIONS], SPIRV_OP_FunctionParameter, type, new_id(r));
  for (uint32_t i = 0; i < indices; ++i)
    spirv_emit(&r->added[DECLARATIONS], SPIRV_OP_FunctionParameter, need_type(r, size_scalar(r)), new_id(r));
  spirv_add_instruction(&r->added[DECLARATIONS], SPIRV_OP_FunctionEnd, NULL, 0);
  return id;
}

/* ---- instructions ---- */

static uint32_t emit_value(struct rewrite *r, enum spirv_op opcode, uint32_t type, uint32_t operand) {
  uint32_t id = new_id(r);
  spirv_emit(&r->added[CODE], opcode, type, id, operand);
  return id;
}

static uint32_t emit_extract(struct rewrite *r, uint32_t type, uint32_t vector, uint32_t component) {
  uint32_t id = new_id(r);
  spirv_emit(&r->added[CODE], SPIRV_OP_CompositeExtract, type, id, vector, component);
  return id;
}

/* One group instruction at work. */
struct task {
  struct spirv_instruction i;
  const struct group_instruction *group;
  uint32_t family; /* as need_function takes it */
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

static int emit_call(struct rewrite *r, const struct task *t, uint32_t type, uint32_t result, uint32_t value) {
  uint32_t function = need_function(r, t->group, t->family, overload_of(t));
  const uint32_t operands[] = {type, result, function, value, t->index[0], t->index[1], t->index[2]};
  spirv_add_instruction(&r->added[CODE], SPIRV_OP_FunctionCall, operands, 4 + t->indices);
  return function ? 0 : -1;
}

/* Rank 0 of an exclusive scan is given int's identity, which is that of the narrow type only after this; all other
 * results lie in the narrow type's range already. */
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
  uint32_t bound = need_constant(r, limit), is_beyond = new_id(r), clamped = new_id(r);
  spirv_emit(&r->added[CODE], beyond, need_type(r, BOOL), is_beyond, value, bound);
  spirv_emit(&r->added[CODE], SPIRV_OP_Select, need_type(r, INT32), clamped, is_beyond, bound, value);
  return clamped;
}

/* The group instruction on one scalar, with its conversions. */
static int emit_scalar(struct rewrite *r, const struct task *t, uint32_t result, uint32_t value) {
  if (t->scalar != BOOL && t->scalar != INT8 && t->scalar != INT16)
    return emit_call(r, t, t->scalar_type, result, value);

  uint32_t type = need_type(r, INT32), wide;
  if (t->scalar == BOOL) {
    uint32_t one = need_constant(r, ONE), zero = need_constant(r, ZERO);
    wide = new_id(r);
    spirv_emit(&r->added[CODE], SPIRV_OP_Select, type, wide, value, one, zero);
  } else
    wide = emit_value(r, t->group->domain == SIGNED ? SPIRV_OP_SConvert : SPIRV_OP_UConvert, type, value);

  uint32_t returned = new_id(r);
  if (emit_call(r, t, type, returned, wide))
    return -1;

  if (t->scalar == BOOL)
    spirv_emit(&r->added[CODE], SPIRV_OP_INotEqual, t->scalar_type, result, returned, need_constant(r, ZERO));
  else {
    uint32_t clamped = emit_clamp(r, t, returned);
    spirv_emit(&r->added[CODE], SPIRV_OP_UConvert, t->scalar_type, result, clamped);
  }
  return 0;
}

/* ---- reading one group instruction ---- */

/* What an error says about a type that is not taken. */
static int refuse_type(struct rewrite *r, const struct spirv_instruction *i, const char *role, uint32_t type) {
  struct spirv_instruction t, element;
  char shape[32] = "", text[96] = "an id that is no type";
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
                               : "float of an encoding of its own");
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

/* Reads LocalId into arguments of size_t. */
static int read_indices(struct rewrite *r, struct task *t, uint32_t local_id) {
  struct spirv_instruction definition;
  enum scalar scalar, size = size_scalar(r);
  uint32_t type, scalar_type;
  if (r->addressing != SPIRV_ADDRESSING_PHYSICAL32 && r->addressing != SPIRV_ADDRESSING_PHYSICAL64)
    return spirv_fail(&r->m.error,
                      "word %" PRIu32 ": %s in a module whose addressing model is neither Physical32 nor "
                      "Physical64",
                      t->i.at, t->i.known->name);
  if (!spirv_defining(&r->m, local_id, &definition) || !(type = spirv_result_type(&r->m, &definition)))
    return spirv_fail(&r->m.error, "word %" PRIu32 ": %s takes its LocalId from %%%" PRIu32 ", which is no known value",
                      t->i.at, t->i.known->name, local_id);
  if (!shape_of(r, type, &scalar, &scalar_type, &t->indices) || scalar < INT8 || scalar > INT64 ||
      t->indices > MAX_INDICES)
    return refuse_type(r, &t->i, "a LocalId", type);
  t->family = t->indices - 1;
  for (uint32_t n = 0; n < t->indices; ++n) {
    t->index[n] = scalar_type == type ? local_id : emit_extract(r, scalar_type, local_id, n);
    if (scalar != size)
      t->index[n] = emit_value(r, SPIRV_OP_UConvert, need_type(r, size), t->index[n]);
  }
  return 0;
}

/* 1: at Workgroup scope; 0: at another one; -1: error. */
static int is_work_group(const struct spirv_module *m, const struct spirv_instruction *i) {
  struct spirv_instruction scope;
  uint32_t id = spirv_operand(m, i, 3);
  if (!spirv_defining(m, id, &scope) || (scope.opcode != SPIRV_OP_Constant && scope.opcode != SPIRV_OP_ConstantNull))
    return spirv_fail(&m->error, "word %" PRIu32 ": the scope of %s, %%%" PRIu32 ", is no constant", i->at,
                      i->known->name, id);
  return scope.opcode == SPIRV_OP_Constant && spirv_operand(m, &scope, 3) == SPIRV_SCOPE_WORKGROUP;
}

static int rewrite_group_instruction(struct rewrite *r, const struct spirv_instruction *i,
                                     const struct group_instruction *c) {
  /* OpGroupX type result scope (operation) value (local id) */
  struct task t = {.i = *i, .group = c};
  uint32_t type = spirv_operand(&r->m, i, 1), result = spirv_operand(&r->m, i, 2);
  uint32_t value = spirv_operand(&r->m, i, c->form == ARITHMETIC ? 5 : 4), components;
  if (i->length != 1 + strlen(i->known->operands))
    return out_of_place(r, i, "has not as many operands as it should");
  if (!shape_of(r, type, &t.scalar, &t.scalar_type, &components) || !takes(c, t.scalar))
    return refuse_type(r, i, "a result", type);
  if (c->form == ARITHMETIC) {
    t.family = spirv_operand(&r->m, i, 4);
    if (t.family >= FAMILIES)
      return out_of_place(r, i, "at Workgroup scope is neither a reduce nor a scan");
  } else if (c->form == BROADCAST && read_indices(r, &t, spirv_operand(&r->m, i, 5)))
    return -1;

  if (components == 1 && t.scalar_type == type)
    return emit_scalar(r, &t, result, value);
  /* Insertions into the old vector: llvm-spirv 15 crashes on an OpCompositeConstruct of anything but constants. */
  for (uint32_t n = 0, vector = value; n < components; ++n) {
    uint32_t part = emit_extract(r, t.scalar_type, value, n), done = new_id(r);
    if (emit_scalar(r, &t, done, part))
      return -1;
    uint32_t next = n + 1 < components ? new_id(r) : result;
    spirv_emit(&r->added[CODE], SPIRV_OP_CompositeInsert, type, next, done, vector, n);
    vector = next;
  }
  return 0;
}

/* Of the OpFunction that was added last. PoCL 6.0 crashes on calls of functions with barriers that it may not inline.
 */
static void allow_inlining(struct spirv_words *code) {
  enum { BEHIND_CONTROL = 2 };
  if (!code->failed)
    code->data[code->count - BEHIND_CONTROL] &= ~(uint32_t)SPIRV_FUNCTION_DONT_INLINE;
}

static int rewrite_functions(struct rewrite *r) {
  struct spirv_instruction i = {.at = r->m.functions}; /* of length 0: the next one is the first */
  int more;
  while ((more = spirv_next(&r->m, &i)) > 0) {
    const struct group_instruction *c = find_group_instruction(i.opcode);
    int ours = c ? is_work_group(&r->m, &i) : 0;
    if (ours < 0 || (ours && rewrite_group_instruction(r, &i, c)))
      return -1;
    if (r->next_id > SPIRV_MAX_BOUND)
      return spirv_fail(&r->m.error, "word %" PRIu32 ": the module has no ids left for calls", i.at);
    r->changed |= ours;
    if (ours)
      continue;
    spirv_add_range(&r->added[CODE], &r->m, i.at, i.at + i.length);
    if (i.opcode == SPIRV_OP_Function)
      allow_inlining(&r->added[CODE]);
    /* Of an instruction that is not known nothing is known to be superfluous. */
    r->needs_groups |= !i.known || i.known->capability == SPIRV_CAPABILITY_Groups;
    r->needs_uniform |= !i.known || i.known->capability == SPIRV_CAPABILITY_GroupUniformArithmeticKHR;
  }
  return more;
}

/* ---- the whole ---- */

/* Of capabilities and extensions: does nothing need it any more? */
static bool is_superfluous(const struct rewrite *r, const struct spirv_instruction *i) {
  uint32_t capability = spirv_operand(&r->m, i, 1);
  if (i->opcode == SPIRV_OP_Capability)
    return (capability == SPIRV_CAPABILITY_Groups && !r->needs_groups) ||
           (capability == SPIRV_CAPABILITY_GroupUniformArithmeticKHR && !r->needs_uniform);
  return i->opcode == SPIRV_OP_Extension && !r->needs_uniform && spirv_string_is(&r->m, i, 1, UNIFORM_EXTENSION, true);
}

static void add_sections_at(const struct rewrite *r, struct spirv_words *out, uint32_t at) {
  for (int s = 0; s < SECTIONS; ++s)
    if (r->end[s] == at)
      spirv_add_words(out, &r->added[s]);
}

static void assemble(struct rewrite *r, struct spirv_words *out) {
  if (!r->has_linkage)
    spirv_emit(&r->added[CAPABILITIES], SPIRV_OP_Capability, SPIRV_CAPABILITY_Linkage);
  if (!r->has_int64 && r->type[INT64])
    spirv_emit(&r->added[CAPABILITIES], SPIRV_OP_Capability, SPIRV_CAPABILITY_Int64);
  spirv_add_range(out, &r->m, 0, SPIRV_HEADER_WORDS);
  if (!out->failed)
    out->data[SPIRV_BOUND_WORD] = r->next_id;
  add_sections_at(r, out, SPIRV_HEADER_WORDS);
  struct spirv_instruction i = {0};
  while (spirv_next(&r->m, &i) > 0 && i.at < r->m.functions) {
    if (!is_superfluous(r, &i))
      spirv_add_range(out, &r->m, i.at, i.at + i.length);
    add_sections_at(r, out, i.at + i.length);
  }
}

static int rewrite(struct rewrite *r, struct spirv_words *out) {
  if (spirv_index(&r->m))
    return -1;
  r->next_id = r->m.bound;
  if (read_preamble(r) || rewrite_functions(r))
    return -1;
  if (r->changed)
    assemble(r, out);
  else
    spirv_add_range(out, &r->m, 0, r->m.count);
  return out->failed ? spirv_fail_memory(&r->m.error) : 0;
}

int clgroup_spirv_rewrite(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *error,
                          size_t error_size) {
  struct rewrite *r = calloc(1, sizeof *r);
  struct spirv_words whole = {0};
  if (!r)
    return spirv_fail_memory(&(struct spirv_error){error, error_size});
  int failed = spirv_open(&r->m, words, count, error, error_size) || rewrite(r, &whole);
  for (int s = 0; s < SECTIONS; ++s)
    free(r->added[s].data);
  spirv_close(&r->m);
  free(r);
  if (failed) {
    free(whole.data);
    return -1;
  }
  *out = whole.data;
  *out_count = whole.count;
  return 0;
}

int clgroup_spirv_uses(const uint32_t *words, size_t count) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  int more, uses = 0;
  if (spirv_open(&m, words, count, NULL, 0))
    return 0;
  while ((more = spirv_next(&m, &i)) > 0 && !find_group_instruction(i.opcode))
    ;
  if (more <= 0 || spirv_index(&m))
    goto done; /* most modules: without memory for an index */
  i = (struct spirv_instruction){0};
  while (!uses && spirv_next(&m, &i) > 0)
    uses = find_group_instruction(i.opcode) && is_work_group(&m, &i) != 0;
done:
  spirv_close(&m);
  return uses;
}
