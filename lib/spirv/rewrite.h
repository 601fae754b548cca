/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the files of the rewrite of instructions (rewrite.c). */
#ifndef CLGROUP_SPIRV_REWRITE_H
#define CLGROUP_SPIRV_REWRITE_H

#include "names/extensions.h"
#include "spirv/words.h"

/* The scalar types that instructions operate on. Integer types in kernels' SPIR-V have no signedness. */
enum scalar { BOOL, INT8, INT16, INT32, INT64, FLOAT16, FLOAT32, FLOAT64, SCALARS };

/* The OpenCL C types for which functions are overloaded. */
enum overload { HALF, INT, UINT, LONG, ULONG, FLOAT, DOUBLE, OVERLOADS };

enum form { VOTE, BROADCAST, ARITHMETIC };
enum domain { BOOLEAN, SIGNED, UNSIGNED, FLOATING, ANY };

/* The identity of an exclusive scan of integers narrower than int: the highest or lowest value of the narrow type, or
 * int's identity, which narrows to the right value. */
enum identity { NARROWS, HIGHEST, LOWEST };

struct group_instruction {
  uint16_t opcode;
  enum form form;
  enum domain domain;
  enum identity identity;
  const char *name; /* of the function (VOTE, BROADCAST) or of the operator */
};

extern const struct group_instruction rewrite_instructions[];
enum {
  GROUP_INSTRUCTIONS = 0
#define GROUP(opcode, form, domain, identity, name) +1
#include "spirv/group-instructions.inc"
};

/* Instructions of extensions (names/extension-calls.inc). */
enum {
  EXTENSION_CALLS = 0
#define CLGROUP_CALL(instruction, extension, parameters, function) +1
#include "names/extension-calls.inc"
};
enum {
  REPLACED_EXTENSIONS = CLGROUP_HAS(subgroup_extended_types)
#define CLGROUP_CALL(instruction, extension, parameters, function) | CLGROUP_HAS(extension)
#include "names/extension-calls.inc"
};

/* Group operations have the numbers 0 to 2 in SPIR-V. */
enum { FAMILIES = 3, MAX_INDICES = 3 };

/* The constants of type int that conversions use. */
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

/* Parts of a module, in order. The last one has all functions with a body, rewritten. */
enum section { CAPABILITIES, NAMES, ANNOTATIONS, GLOBALS, DECLARATIONS, CODE, SECTIONS };

struct rewrite {
  struct spirv_module m;
  bool work_groups;    /* their instructions are replaced, or */
  unsigned extensions; /* those of these (names/extensions.h), of which others have none that can be */
  uint32_t next_id;
  uint32_t addressing;

  /* Ids that the module had or that were added; 0: none yet. */
  uint32_t type[SCALARS];
  uint32_t constant[CONSTANTS];
  uint32_t function[GROUP_INSTRUCTIONS][FAMILIES][OVERLOADS];
  uint32_t call[EXTENSION_CALLS][SCALARS];

  bool has_linked_names; /* the module imports or exports mangled names, like the library's */
  bool changed;
  bool needs_groups, needs_uniform, needs_non_uniform; /* after the rewrite */
  unsigned needs_extensions;
  bool calls_sub_groups; /* functions of extensions of sub-groups */

  uint32_t end[SECTIONS]; /* the words at which the module's sections end, and additions are inserted */
  struct spirv_words added[SECTIONS];
};

/* ---- rewrite-module.c: what the module has, and what is added ---- */

/* The row of group-instructions.inc, or NULL. */
const struct group_instruction *rewrite_find_instruction(uint32_t opcode);

int rewrite_out_of_place(struct rewrite *r, const struct spirv_instruction *i, const char *what);
uint32_t rewrite_new_id(struct rewrite *r);
/* The scalar type, and the number of components: 1 for a scalar. False: neither a scalar nor a vector of one. */
bool rewrite_shape_of(const struct rewrite *r, uint32_t type, enum scalar *scalar, uint32_t *scalar_type,
                      uint32_t *components);
/* The type of size_t, in a module whose addressing model has one. */
enum scalar rewrite_size_scalar(const struct rewrite *r);
/* Reads everything before the functions. */
int rewrite_read_preamble(struct rewrite *r);

/* The ids of a type and of a constant, which are added if the module does not have them. */
uint32_t rewrite_need_type(struct rewrite *r, enum scalar scalar);
uint32_t rewrite_need_constant(struct rewrite *r, enum constant c);
/* The id of an imported function, by the types of its result and its parameters; 0 after an error. */
enum { REWRITE_NAME_ROOM = 96 }; /* for any mangled name */
uint32_t rewrite_import(struct rewrite *r, const char *name, const uint32_t *types, uint32_t count);
/* The id of a library function, or 0 after an error. `family` is a group operation, or for broadcasts the number of
 * indices minus 1. */
uint32_t rewrite_need_function(struct rewrite *r, const struct group_instruction *c, uint32_t family,
                               enum overload overload);

/* ---- rewrite-calls.c: one instruction ---- */

/* Adds an instruction of one operand to CODE, and an OpCompositeExtract. They return the result's id. */
uint32_t rewrite_emit_value(struct rewrite *r, enum spirv_op opcode, uint32_t type, uint32_t operand);
uint32_t rewrite_emit_extract(struct rewrite *r, uint32_t type, uint32_t vector, uint32_t component);
/* Adds what makes a vector like `vector` of the results of `emit` for each component. */
typedef int rewrite_component(struct rewrite *r, const void *context, uint32_t result, uint32_t component);
int rewrite_emit_vector(struct rewrite *r, uint32_t result, uint32_t type, uint32_t vector, uint32_t components,
                        rewrite_component *emit, const void *context);

/* 1: at Workgroup scope; 0: at another one; -1: error. */
int rewrite_is_work_group(const struct spirv_module *m, const struct spirv_instruction *i);
/* Adds its replacement to CODE. */
int rewrite_group_instruction(struct rewrite *r, const struct spirv_instruction *i, const struct group_instruction *c);

/* ---- rewrite-extensions.c: the same of an instruction of r->extensions ---- */

/* 1: it is replaced; 0: it stays, and may need an extension; -1: error. */
int rewrite_extension(struct rewrite *r, const struct spirv_instruction *i);

/* ---- extensions.c ---- */

/* The extension that an OpCapability or OpExtension is for; 0: none. */
unsigned spirv_extension_of(const struct spirv_module *m, const struct spirv_instruction *i);
/* Is the operand the constant Subgroup? */
bool spirv_is_sub_group(const struct spirv_module *m, uint32_t id);
/* Those of which an instruction at Subgroup scope is, besides those that its capability says. */
unsigned spirv_extensions_of_group(const struct spirv_module *m, const struct spirv_instruction *i);

#endif
