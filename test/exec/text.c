/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "text.h"

#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *allocate(size_t size) {
  void *memory = calloc(1, size ? size : 1);
  if (!memory) {
    fprintf(stderr, "clgroup-test: out of memory: %zu bytes\n", size);
    exit(2);
  }
  return memory;
}

void text_add(char **text, const char *format, ...) {
  const size_t length = *text ? strlen(*text) : 0;
  struct clgroup_buffer all = {.data = *text, .length = length, .room = *text ? length + 1 : 0};
  va_list values;
  va_start(values, format);
  clgroup_buffer_add_list(&all, format, values);
  va_end(values);
  if (all.failed) {
    fprintf(stderr, "clgroup-test: out of memory\n");
    exit(2);
  }
  *text = all.data;
}
