/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Growable strings. */
#ifndef CLGROUP_BASE_BUFFER_H
#define CLGROUP_BASE_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Initialize it to zero. The text ends in a zero byte, which `length` does not count. If memory runs out, the text is
 * not changed and `failed` is set. */
struct clgroup_buffer {
  char *data;
  size_t length, room;
  bool failed;
};

void clgroup_buffer_add(struct clgroup_buffer *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void clgroup_buffer_add_list(struct clgroup_buffer *t, const char *format, va_list values);
void clgroup_buffer_add_bytes(struct clgroup_buffer *t, const char *bytes, size_t length);
/* Adds a newline unless the text is empty or ends in one. */
void clgroup_buffer_end_line(struct clgroup_buffer *t);
/* Adds the other one's text, on lines of its own. */
void clgroup_buffer_add_lines(struct clgroup_buffer *t, const struct clgroup_buffer *other);
void clgroup_buffer_free(struct clgroup_buffer *t);

#endif
