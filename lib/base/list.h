/* Lists of words in a text. */
#ifndef CLGROUP_BASE_LIST_H
#define CLGROUP_BASE_LIST_H

#include <stdbool.h>
#include <string.h>

/* Is the word in the list, which is separated by spaces, as CL_DEVICE_EXTENSIONS is, or by ", "? NULL has none. */
static inline bool clgroup_list_has(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = list; at && (at = strstr(at, word)); at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == ',' || !at[length]))
      return true;
  return false;
}

#endif
