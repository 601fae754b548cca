/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists of words in a text. */
#ifndef CLGROUP_BASE_LIST_H
#define CLGROUP_BASE_LIST_H

#include <stdbool.h>
#include <string.h>

/* The next word of a list that is separated by spaces, as CL_DEVICE_EXTENSIONS is, or by commas, which is then *list's
 * rest; NULL: there is none. */
static inline const char *clgroup_list_next(const char **list, int *length) {
  const char *word = *list + strspn(*list, " ,");
  *length = (int)strcspn(word, " ,");
  *list = word + *length;
  return *length ? word : NULL;
}

/* Is the word of that length in the list? NULL has none. */
static inline bool clgroup_list_has_word(const char *list, const char *word, size_t length) {
  int own;
  for (const char *at; list && (at = clgroup_list_next(&list, &own));)
    if ((size_t)own == length && !strncmp(at, word, length))
      return true;
  return false;
}

static inline bool clgroup_list_has(const char *list, const char *word) {
  return clgroup_list_has_word(list, word, strlen(word));
}

#endif
