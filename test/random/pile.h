/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory that is released all at once, or back to a mark. */
#ifndef CLGROUP_RANDOM_PILE_H
#define CLGROUP_RANDOM_PILE_H

#include <stddef.h>

struct pile {
  void **list;
  size_t count;
};

/* Zeroed; ends the program where there is none. */
void *pile_add(struct pile *p, size_t size);
/* Releases all but the first `count` pieces. */
void pile_cut(struct pile *p, size_t count);
/* A text in printf's form. */
char *pile_text(struct pile *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The text, in which a $ and a letter stand for what word() makes of the letter. */
typedef const char *text_word(void *context, const void *data, char letter);
const char *pile_expand(struct pile *p, const char *text, text_word *word, void *context, const void *data);

#endif
