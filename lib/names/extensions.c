/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "names/extensions.h"

#include <stdio.h>
#include <string.h>

enum { REQUIRED = true, OPTIONAL = false };

const struct clgroup_extension clgroup_extensions[CLGROUP_EXTENSION_COUNT] = {
#define CLGROUP_EXTENSION(name, ...) {"cl_khr_" #name, __VA_ARGS__},
#include "names/extensions.inc"
};

static bool equals(const char *text, size_t length, const char *name) {
  return strlen(name) == length && !memcmp(text, name, length);
}

unsigned clgroup_extension_find(const char *name, size_t length) {
  const bool all = equals(name, length, "all"), required = equals(name, length, CLGROUP_OPENCL_C_3_1);
  unsigned found = 0;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    if (all || (required && clgroup_extensions[i].required) || equals(name, length, clgroup_extensions[i].name))
      found |= 1u << i;
  return found;
}

unsigned clgroup_extensions_of_list(const char *list, const char **unknown) {
  unsigned found = 0;
  *unknown = NULL;
  for (size_t length; !*unknown && *list; list += length + (list[length] == ',')) {
    length = strcspn(list, ",");
    const unsigned these = clgroup_extension_find(list, length);
    if (!these)
      *unknown = list;
    found |= these;
  }
  return found;
}

bool clgroup_extension_is_of_sub_groups(unsigned index) {
  static const char stem[] = "cl_khr_subgroup";
  return !strncmp(clgroup_extensions[index].name, stem, sizeof stem - 1);
}

const char *clgroup_extension_module(unsigned provided, unsigned index) {
  if (!(provided >> index & 1) || index == CLGROUP_BIT_work_group_uniform_arithmetic)
    return NULL;
  if (index == CLGROUP_BIT_subgroups)
    return "sub_groups";
  if (provided & CLGROUP_HAS(subgroups) && clgroup_extension_is_of_sub_groups(index))
    return NULL;
  return clgroup_extensions[index].required ? clgroup_extensions[index].name : NULL;
}

unsigned clgroup_extensions_of_sub_groups(void) {
  unsigned found = 0;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    found |= clgroup_extension_is_of_sub_groups(i) ? 1u << i : 0;
  return found;
}

void clgroup_extensions_print(unsigned extensions, char text[CLGROUP_EXTENSIONS_TEXT]) {
  *text = 0;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    if (extensions >> i & 1)
      sprintf(text + strlen(text), "%s%s", *text ? "," : "", clgroup_extensions[i].name);
}

/* The identifier's marks in a list of names, which a blank or the list's end follows; NULL: it is not in it. */
static const char *find(const char *list, const char *identifier, size_t length) {
  for (size_t word; *list; list += word + (list[word] == ' ')) {
    word = strcspn(list, " ");
    const size_t own = strcspn(list, " *+-");
    if ((list[own] == '*' ? length > own : length == own) && !memcmp(identifier, list, own))
      return list + own;
  }
  return NULL;
}

static bool has_mark(const char *marks, char mark) {
  return memchr(marks, mark, strcspn(marks, " "));
}

/* Is the identifier one of a list of names? */
static bool is_in(const char *list, const char *identifier, size_t length, bool all) {
  const char *marks = find(list, identifier, length);
  return marks && (all || !has_mark(marks, '+'));
}

unsigned clgroup_extension_of(const char *identifier, size_t length, bool all) {
  unsigned found = 0;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
    const struct clgroup_extension *e = &clgroup_extensions[i];
    if (equals(identifier, length, e->name) || is_in(e->macros, identifier, length, all) ||
        is_in(e->functions, identifier, length, all))
      found |= 1u << i;
  }
  return found;
}

bool clgroup_extension_needs_all(const char *function, size_t length) {
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
    const struct clgroup_extension *e = &clgroup_extensions[i];
    const char *marks = e->by_part ? find(e->functions, function, length) : NULL;
    if (marks)
      return !has_mark(marks, '-');
  }
  return false;
}
