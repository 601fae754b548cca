/* The front end's preprocessor, and its search for functions and calls in what comes of it. */
#ifndef CLGROUP_STUB_FRONTEND_TEXT_H
#define CLGROUP_STUB_FRONTEND_TEXT_H

#include "frontend.h"

struct macro {
  struct macro *next;
  char *name, *body;
};

enum { NESTING = 32 };

struct compiler {
  const struct stub_source *source;
  struct stub_unit *unit;
  struct stub_log *log;
  struct macro *macros;                /* without parameters */
  struct stub_names declared, defined; /* functions */
  unsigned line, standard;
  int braces, parens;
  bool kernel; /* the next function is one */
  bool taken[NESTING];
  unsigned nesting;
};

void stub_add_macro(struct compiler *c, const char *name, size_t length, const char *body, size_t body_length);
void stub_remove_macros(struct compiler *c);
/* Adds to the compiler's unit what the text defines and calls. */
void stub_compile_text(struct compiler *c, const char *text);

#endif
