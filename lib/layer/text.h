/* Texts that grow: build logs and preludes. */
#ifndef CLGROUP_LAYER_TEXT_H
#define CLGROUP_LAYER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Zero it to begin with. The text ends in a zero byte, which `length` does not count. Where memory runs out the text
 * stays as it was and `failed` is set. */
struct clgroup_text {
  char *data;
  size_t length, room;
  bool failed;
};

void clgroup_text_add(struct clgroup_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void clgroup_text_add_bytes(struct clgroup_text *t, const char *bytes, size_t length);
/* Ends the last line, where there is one. */
void clgroup_text_end_line(struct clgroup_text *t);
void clgroup_text_free(struct clgroup_text *t);

#endif
