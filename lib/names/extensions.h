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

/* A sub-group that is a work-group has at most so many work-items: a ballot is a uint4. */
enum { CLGROUP_LARGEST_SUB_GROUP = 128 };

/* The extensions of sub-groups: their functions need a device's sub-groups, or provided ones. */
unsigned clgroup_extensions_of_sub_groups(void);

/* The names of a mask's extensions, separated by commas. */
enum { CLGROUP_EXTENSIONS_TEXT = CLGROUP_EXTENSION_COUNT * 48 };
void clgroup_extensions_print(unsigned extensions, char text[CLGROUP_EXTENSIONS_TEXT]);

/* The name of all that OpenCL C 3.1 requires. */
#define CLGROUP_OPENCL_C_3_1 "opencl_c_3.1"

/* The extensions by that name: one, those of "opencl_c_3.1", or of "all". 0: there is none. */
unsigned clgroup_extension_find(const char *name, size_t length);

/* A message, by the name that is none: its length and its text. */
#define CLGROUP_NO_EXTENSION                                                                                           \
  "clgroup provides no '%.*s': use the name of an extension, such as cl_khr_subgroups, or " CLGROUP_OPENCL_C_3_1

/* Those of a list of such names, separated by commas. *unknown: a name that is none, at the beginning of what is left
 * of the list; NULL: there is no such name. */
unsigned clgroup_extensions_of_list(const char *list, const char **unknown);

/* The module that has the functions of an extension where those of the mask are provided: targets/CMakeLists.txt makes
 * it of generic/provided/MODULE.cl, of functions of the device and of extensions before it in the table. NULL: there is
 * none. If cl_khr_subgroups is provided, a work-group is a sub-group, and that module has all functions of sub-groups;
 * if not, what OpenCL C 3.1 does not require is an instruction of the device, which may have those that it does not
 * list. */
const char *clgroup_extension_module(unsigned provided, unsigned index);

/* Is it one of sub-groups? */
bool clgroup_extension_is_of_sub_groups(unsigned index);

/* The extensions that a program uses which has this identifier: a function, the extension's name or its macro. Without
 * the names that programs have for other things too, unless `all`. */
unsigned clgroup_extension_of(const char *identifier, size_t length, bool all);

/* May a part of a sub-group call this function, which takes values of the work-items that call it? Where a work-group
 * is a sub-group, it must be certain that all of them do. */
bool clgroup_extension_needs_all(const char *function, size_t length);

#endif
