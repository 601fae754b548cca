/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool grow(struct clgroup_buffer *t, size_t more) {
  if (t->room - t->length > more)
    return true;
  size_t room = t->length + more + 1;
  if (room < 2 * t->room)
    room = 2 * t->room;
  char *data = realloc(t->data, room);
  if (!data) {
    t->failed = true;
    return false;
  }
  t->data = data;
  t->room = room;
  return true;
}

void clgroup_buffer_add_bytes(struct clgroup_buffer *t, const char *bytes, size_t length) {
  if (!grow(t, length))
    return;
  memcpy(t->data + t->length, bytes, length);
  t->length += length;
  t->data[t->length] = 0;
}

void clgroup_buffer_add_list(struct clgroup_buffer *t, const char *format, va_list values) {
  va_list again;
  va_copy(again, values);
  const int length = vsnprintf(NULL, 0, format, values);
  if (length < 0 || !grow(t, (size_t)length))
    t->failed = true;
  else
    t->length += (size_t)vsnprintf(t->data + t->length, (size_t)length + 1, format, again);
  va_end(again);
}

void clgroup_buffer_add(struct clgroup_buffer *t, const char *format, ...) {
  va_list values;
  va_start(values, format);
  clgroup_buffer_add_list(t, format, values);
  va_end(values);
}

void clgroup_buffer_end_line(struct clgroup_buffer *t) {
  if (t->length && t->data[t->length - 1] != '\n')
    clgroup_buffer_add_bytes(t, "\n", 1);
}

void clgroup_buffer_add_lines(struct clgroup_buffer *t, const struct clgroup_buffer *other) {
  t->failed |= other->failed;
  if (!other->length)
    return;
  clgroup_buffer_end_line(t);
  clgroup_buffer_add_bytes(t, other->data, other->length);
}

void clgroup_buffer_free(struct clgroup_buffer *t) {
  free(t->data);
  *t = (struct clgroup_buffer){0};
}
