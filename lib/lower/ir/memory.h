/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory. If there is none, the process ends. LLVM, which needs a thousand times as much, ends it too. */
#ifndef CLGROUP_LOWER_MEMORY_H
#define CLGROUP_LOWER_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

static inline void *clgroup_checked(void *memory) {
  if (!memory) {
    fputs("LLVM ERROR: out of memory\n", stderr);
    abort();
  }
  return memory;
}

/* Orders elements, and their keys, that begin with a pointer, for qsort() and bsearch(). */
static inline int clgroup_by_pointer(const void *a, const void *b) {
  const char *const left = *(const char *const *)a, *const right = *(const char *const *)b;
  return (left > right) - (left < right);
}

/* Zeroed memory. */
static inline void *clgroup_allocate(size_t count, size_t size) {
  return clgroup_checked(calloc(count + 1, size));
}

#endif
