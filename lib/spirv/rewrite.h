/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the files of the rewrite of work-group instructions (rewrite.c). */
#ifndef CLGROUP_SPIRV_REWRITE_H
#define CLGROUP_SPIRV_REWRITE_H

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
#undef GROUP
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
  uint32_t next_id;
  uint32_t addressing;

  /* Ids that the module had or that were added; 0: none yet. */
  uint32_t type[SCALARS];
  uint32_t signature[SCALARS][MAX_INDICES + 1]; /* function types, by result and number of indices */
  uint32_t constant[CONSTANTS];
  uint32_t function[GROUP_INSTRUCTIONS][FAMILIES][OVERLOADS];

  bool has_linked_names; /* the module imports or exports mangled names, like the library's */
  bool has_linkage, has_int64;
  bool changed;
  bool needs_groups, needs_uniform; /* after the rewrite */

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
/* The id of a library function, or 0 after an error. `family` is a group operation, or for broadcasts the number of
 * indices minus 1. */
uint32_t rewrite_need_function(struct rewrite *r, const struct group_instruction *c, uint32_t family,
                               enum overload overload);

/* ---- rewrite-calls.c: one instruction ---- */

/* 1: at Workgroup scope; 0: at another one; -1: error. */
int rewrite_is_work_group(const struct spirv_module *m, const struct spirv_instruction *i);
/* Adds its replacement to CODE. */
int rewrite_group_instruction(struct rewrite *r, const struct spirv_instruction *i, const struct group_instruction *c);

#endif
