/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sets of library functions by their mangled names: what the layer needs beside include/clgroup/clgroup.h. */
#ifndef CLGROUP_NAMES_SYMBOLS_H
#define CLGROUP_NAMES_SYMBOLS_H

#include "clgroup/clgroup.h"

/* Adds the others. */
int clgroup_symbols_merge(struct clgroup_symbols *s, const struct clgroup_symbols *others);

/* Adds the functions of these names (a mask of names.h) for every type; size_t has `address_bits`. */
int clgroup_symbols_add(struct clgroup_symbols *s, uint64_t names, unsigned address_bits);

/* What a mangled name says, with or without the prefix. */
struct clgroup_function_name {
  const char *name; /* "work_group_reduce_add", of this length; NULL: it is none */
  size_t length;
  const char *type; /* of the operand: "float"; NULL: any */
};
struct clgroup_function_name clgroup_symbols_read(const char *symbol);

/* Their names, as a mask of names.h. */
uint64_t clgroup_symbols_names(const struct clgroup_symbols *s);

/* Are the sets equal? */
bool clgroup_symbols_same(const struct clgroup_symbols *a, const struct clgroup_symbols *b);

/* The parts of the library, named like its modules. */
enum clgroup_library_part { CLGROUP_PART_base, CLGROUP_PART_fp64, CLGROUP_PART_fp16 };

/* Is a function of that part in the set? */
bool clgroup_symbols_have(const struct clgroup_symbols *s, enum clgroup_library_part part);

/* The version of a SPIR-V module within the bytes, as in its header (0x10400 is 1.4), or 0 if there is none. */
uint32_t clgroup_spirv_version_within(const void *bytes, size_t size);

#endif
