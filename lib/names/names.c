/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "names/names.h"

#include <string.h>

#define CLGROUP_QUOTED(text) CLGROUP_QUOTED_AS_IS(text)
#define CLGROUP_QUOTED_AS_IS(text) #text

/* Every operator has an int version, so the list of operators for int has all names. */
#define T int
#define T_IS_FLOAT 0
#define T_IS_LOGICAL 1
#define CLGROUP_OP_BODY "names/names.inc"

const struct clgroup_name clgroup_names[] = {
    {"work_group_all", false},
    {"work_group_any", false},
    {"work_group_broadcast", false},
#include <ops.inc>
};

enum { COUNT = sizeof clgroup_names / sizeof *clgroup_names };
_Static_assert((int)COUNT <= (int)CLGROUP_NAME_MAX, "a set of names is a mask of 64 bits");
const unsigned clgroup_name_count = COUNT;

uint64_t clgroup_names_all(bool with_extension) {
  uint64_t all = 0;
  for (unsigned i = 0; i < COUNT; i++)
    if (with_extension || !clgroup_names[i].extension)
      all |= UINT64_C(1) << i;
  return all;
}

uint64_t clgroup_name_find(const char *text, size_t length) {
  for (unsigned i = 0; i < COUNT; i++)
    if (strlen(clgroup_names[i].text) == length && !memcmp(clgroup_names[i].text, text, length))
      return UINT64_C(1) << i;
  return 0;
}

uint64_t clgroup_names_beginning(const char *text, size_t length) {
  uint64_t names = 0;
  for (unsigned i = 0; i < COUNT; i++)
    if (strlen(clgroup_names[i].text) >= length && !memcmp(clgroup_names[i].text, text, length))
      names |= UINT64_C(1) << i;
  return names;
}
