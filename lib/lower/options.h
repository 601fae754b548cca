/* The options of clgroup_lower, one record from clgroup-cc's command line to the passes. Without LLVM. */
#ifndef CLGROUP_LOWER_OPTIONS_H
#define CLGROUP_LOWER_OPTIONS_H

#include <stddef.h>

struct clgroup_lower_options {
#define CLGROUP_TEXT(field, name) const char *field;
#define CLGROUP_NUMBER(field, name) unsigned field;
#include "lower/options.inc"
  int verify;                       /* run LLVM's verifier on the result */
  void (*warn)(const char *kernel); /* unless NULL, called for kernels where not all of a work-group may make a call
                                       that all must make */
  int (*wait)(void);                /* unless NULL, called once the library is read: returns 0 when the inputs exist */
};

/* For the program that writes options as arguments, and the one that reads them. */
static const struct {
  const char *name;
  int is_text;
  size_t at;
} clgroup_lower_arguments[] = {
#define CLGROUP_TEXT(field, name) {name, 1, offsetof(struct clgroup_lower_options, field)},
#define CLGROUP_NUMBER(field, name) {name, 0, offsetof(struct clgroup_lower_options, field)},
#include "lower/options.inc"
};
enum { CLGROUP_LOWER_ARGUMENTS = sizeof clgroup_lower_arguments / sizeof *clgroup_lower_arguments };

#endif
