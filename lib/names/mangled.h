/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mangled names, as the Itanium ABI for C++ has them and clang makes them of OpenCL C's overloaded functions. */
#ifndef CLGROUP_NAMES_MANGLED_H
#define CLGROUP_NAMES_MANGLED_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The plain name in _Z21work_group_reduce_addi, which has *length characters and is followed by the types' codes; NULL,
 * and 0, if this is no such name. */
static inline const char *clgroup_plain_name(const char *mangled, size_t *length) {
  char *plain = NULL;
  *length = 0;
  if (!strncmp(mangled, "_Z", 2) && mangled[2] >= '1' && mangled[2] <= '9')
    *length = strtoul(mangled + 2, &plain, 10);
  if (plain && *length <= strlen(plain))
    return plain;
  *length = 0;
  return NULL;
}

/* Is the plain name of that length the one of the pattern; or, if that ends in *, does it begin so, and go on? */
static inline bool clgroup_name_fits(const char *pattern, const char *name, size_t length) {
  const size_t stem = strcspn(pattern, "*");
  return (pattern[stem] ? length > stem : length == stem) && !memcmp(name, pattern, stem);
}

#endif
