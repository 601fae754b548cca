/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists of words in a text. */
#ifndef CLGROUP_BASE_LIST_H
#define CLGROUP_BASE_LIST_H

#include <stdbool.h>
#include <string.h>

/* Is the word of that length in the list, which is separated by spaces, as CL_DEVICE_EXTENSIONS is, or by ", "? NULL
 * has none. */
static inline bool clgroup_list_has_word(const char *list, const char *word, size_t length) {
  for (const char *at = list; at && *at; at += strspn(at, " ,")) {
    const size_t own = strcspn(at, " ,");
    if (own == length && !strncmp(at, word, length))
      return true;
    at += own;
  }
  return false;
}

static inline bool clgroup_list_has(const char *list, const char *word) {
  return clgroup_list_has_word(list, word, strlen(word));
}

#endif
