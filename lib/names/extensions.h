/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The extensions of OpenCL C that the library can provide on a device that lacks them (extensions.inc). A set of them
 * is a mask: bit i is clgroup_extensions[i]. */
#ifndef CLGROUP_NAMES_EXTENSIONS_H
#define CLGROUP_NAMES_EXTENSIONS_H

#include <stdbool.h>
#include <stddef.h>

enum clgroup_extension_bit {
#define CLGROUP_EXTENSION(name, ...) CLGROUP_BIT_##name,
#include "names/extensions.inc"
#undef CLGROUP_EXTENSION
  CLGROUP_EXTENSION_COUNT
};
#define CLGROUP_HAS(name) (1u << CLGROUP_BIT_##name)

struct clgroup_extension {
  const char *name;      /* "cl_khr_subgroups" */
  bool required;         /* by OpenCL C 3.1 */
  bool by_part;          /* a part of a sub-group may call its functions */
  const char *macros;    /* of OpenCL C 3.0, besides the name, separated by blanks */
  const char *functions; /* as in extensions.inc */
};
extern const struct clgroup_extension clgroup_extensions[CLGROUP_EXTENSION_COUNT];

/* The name of all that OpenCL C 3.1 requires. */
#define CLGROUP_OPENCL_C_3_1 "opencl_c_3.1"

/* The extensions by that name: one, those of "opencl_c_3.1", or of "all". 0: there is none. */
unsigned clgroup_extension_find(const char *name, size_t length);

/* The extensions that a program uses which has this identifier: a function, the extension's name or its macro. Without
 * the names that programs have for other things too, unless `all`. */
unsigned clgroup_extension_of(const char *identifier, size_t length, bool all);

#endif
