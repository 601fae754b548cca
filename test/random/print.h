/* What the two halves of the printer share. */
#ifndef CLGROUP_RANDOM_PRINT_H
#define CLGROUP_RANDOM_PRINT_H

#include "tree.h"

struct printer {
  const struct program *p;
  const struct function *f;
  bool plain;
  char *text;
  size_t length, room;
  int depth;
};

extern const char *const work_group_names[], *const work_group_operators[];

void print_text(struct printer *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The plain function that a work-group call stands for. */
void print_plain_name(struct printer *o, const struct expression *e);
/* What the program's functions use: macros, or plain functions. */
void print_declarations(struct printer *o);

#endif
