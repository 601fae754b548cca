/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "pile.h"

#include "base/buffer.h"
#include "text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void *take(struct pile *p, void *memory) {
  if (!(p->count & (p->count - 1)) && !(p->list = realloc(p->list, (p->count ? 2 * p->count : 1) * sizeof *p->list)))
    abort();
  return p->list[p->count++] = memory;
}

void *pile_add(struct pile *p, size_t size) {
  return take(p, allocate(size));
}

char *pile_text(struct pile *p, const char *format, ...) {
  struct clgroup_buffer text = {0};
  va_list values;
  va_start(values, format);
  clgroup_buffer_add_list(&text, format, values);
  va_end(values);
  if (text.failed)
    abort();
  return take(p, text.data);
}

const char *pile_expand(struct pile *p, const char *text, text_word *word, void *context, const void *data) {
  const char *all = "";
  while (*text) {
    const size_t length = strcspn(text, "$");
    all = pile_text(p, "%s%.*s%s", all, (int)length, text, text[length] ? word(context, data, text[length + 1]) : "");
    text += length + (text[length] ? 2 : 0);
  }
  return all;
}

void pile_cut(struct pile *p, size_t count) {
  while (p->count > count)
    free(p->list[--p->count]);
  if (!p->count) {
    free(p->list);
    p->list = NULL;
  }
}
