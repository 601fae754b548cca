/* Inside the rewrite of work-group instructions (rewrite.c): what its files share. */
#ifndef CLGROUP_SPIRV_REWRITE_H
#define CLGROUP_SPIRV_REWRITE_H

#include "spirv/words.h"

/* The scalar types that instructions work on. SPIR-V's kernel integers have no sign. */
enum scalar { BOOL, INT8, INT16, INT32, INT64, FLOAT16, FLOAT32, FLOAT64, SCALARS };

/* The types of OpenCL C that functions are overloaded for. */
enum overload { HALF, INT, UINT, LONG, ULONG, FLOAT, DOUBLE, OVERLOADS };

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

extern const struct group_instruction rewrite_instructions[];
enum {
  GROUP_INSTRUCTIONS = 0
#define GROUP(opcode, form, domain, identity, name) +1
#include "spirv/group-instructions.inc"
#undef GROUP
};

/* Group operations have the numbers 0 to 2 in SPIR-V. */
enum { FAMILIES = 3, MAX_INDICES = 3 };

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

/* ---- rewrite-module.c: what the module has, and what it is given ---- */

/* The row of group-instructions.inc, or NULL. */
const struct group_instruction *rewrite_find_instruction(uint32_t opcode);

int rewrite_out_of_place(struct rewrite *r, const struct spirv_instruction *i, const char *what);
uint32_t rewrite_new_id(struct rewrite *r);
/* SCALARS: it is none. */
enum scalar rewrite_scalar_of(const struct rewrite *r, uint32_t type);
/* A scalar, or a vector of a scalar and its number of components. False: neither. */
bool rewrite_shape_of(const struct rewrite *r, uint32_t type, enum scalar *scalar, uint32_t *scalar_type,
                      uint32_t *components);
/* The type of size_t, in a module whose addressing model has one. */
enum scalar rewrite_size_scalar(const struct rewrite *r);
/* Reads all that stands before the functions. */
int rewrite_read_preamble(struct rewrite *r);

/* Ids of what the module has, or is given now. */
uint32_t rewrite_need_type(struct rewrite *r, enum scalar scalar);
uint32_t rewrite_need_constant(struct rewrite *r, enum constant c);
/* The id of a library function, or 0 after an error. `family` is a group operation, or for broadcasts the number of
 * indices minus 1. */
uint32_t rewrite_need_function(struct rewrite *r, const struct group_instruction *c, uint32_t family,
                               enum overload overload);

/* ---- rewrite-calls.c: one instruction ---- */

/* 1: at Workgroup scope; 0: at another one; -1: error. */
int rewrite_is_work_group(const struct spirv_module *m, const struct spirv_instruction *i);
/* Adds to CODE what takes its place. */
int rewrite_group_instruction(struct rewrite *r, const struct spirv_instruction *i, const struct group_instruction *c);

#endif
