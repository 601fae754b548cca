/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that the library offers, by their standard names. A set of them is a mask: bit i is clgroup_names[i].
 */
#ifndef CLGROUP_NAMES_NAMES_H
#define CLGROUP_NAMES_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLGROUP_NAME_MAX = 64 };

struct clgroup_name {
  const char *text; /* "work_group_scan_inclusive_add" */
  bool extension;   /* of cl_khr_work_group_uniform_arithmetic */
};

extern const struct clgroup_name clgroup_names[];
extern const unsigned clgroup_name_count; /* CLGROUP_NAME_MAX at most */

/* All names; or, without the extension, those of OpenCL C itself. */
uint64_t clgroup_names_all(bool with_extension);

/* The bit of the name text[0..length-1], or 0. */
uint64_t clgroup_name_find(const char *text, size_t length);

/* The names that begin with text[0..length-1] or are equal to it. */
uint64_t clgroup_names_beginning(const char *text, size_t length);

#endif
