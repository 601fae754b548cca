/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "spirv/words.h"

#include <stdlib.h>
#include <string.h>

static bool reserve(struct spirv_words *w, size_t more) {
  if (w->failed || more <= w->capacity - w->count)
    return !w->failed;
  size_t capacity = 2 * w->capacity;
  if (capacity < w->count + more)
    capacity = w->count + more;
  if (capacity < 64)
    capacity = 64;
  uint32_t *data = capacity > SIZE_MAX / sizeof *data ? NULL : realloc(w->data, capacity * sizeof *data);
  if (!data) {
    w->failed = true;
    return false;
  }
  w->data = data;
  w->capacity = capacity;
  return true;
}

void spirv_add(struct spirv_words *w, uint32_t word) {
  if (reserve(w, 1))
    w->data[w->count++] = word;
}

void spirv_add_range(struct spirv_words *w, const struct spirv_module *m, size_t from, size_t to) {
  if (!reserve(w, to - from))
    return;
  for (size_t at = from; at < to; ++at)
    w->data[w->count++] = spirv_word(m, at);
}

void spirv_add_words(struct spirv_words *w, const struct spirv_words *more) {
  w->failed |= more->failed;
  if (!more->count || !reserve(w, more->count))
    return;
  memcpy(w->data + w->count, more->data, more->count * sizeof *w->data);
  w->count += more->count;
}

void spirv_add_instruction(struct spirv_words *w, uint32_t opcode, const uint32_t *operands, size_t count) {
  size_t begin = spirv_begin(w);
  for (size_t i = 0; i < count; ++i)
    spirv_add(w, operands[i]);
  spirv_end(w, begin, opcode);
}

size_t spirv_begin(struct spirv_words *w) {
  size_t begin = w->count;
  spirv_add(w, 0);
  return begin;
}

void spirv_add_string(struct spirv_words *w, const char *text) {
  size_t length = strlen(text) + 1;
  for (size_t i = 0; i < length; i += 4) {
    uint32_t word = 0;
    for (size_t byte = i; byte < length && byte < i + 4; ++byte)
      word |= (uint32_t)(unsigned char)text[byte] << 8 * (byte - i);
    spirv_add(w, word);
  }
}

void spirv_end(struct spirv_words *w, size_t begin, uint32_t opcode) {
  if (!w->failed)
    w->data[begin] = (uint32_t)(w->count - begin) << 16 | opcode;
}
