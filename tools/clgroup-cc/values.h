/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The values of clgroup-cc's options, and errors and guesses for wrong ones. */
#ifndef CLGROUP_CC_VALUES_H
#define CLGROUP_CC_VALUES_H

#include "compile/compile.h"

/* Sets *error. Returns -1. */
int fail(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns `memory`; if it is NULL, the program ends with an error. */
void *need(void *memory);

/* Sets *best to `name` if that is nearer to `given` than *best_distance. */
void nearer(const char *given, const char *name, const char **best, size_t *best_distance);
/* The distance below which a guess is worth making: about a third of the name may be wrong, and none of -E. */
size_t guess_limit(const char *given);

/* These return 0 for an invalid value. */
int set_emit(const char *value, struct clgroup_compile_options *c);
int set_level(const char *value, unsigned *level);
int set_number(const char *value, unsigned most, unsigned *number); /* from 1 to `most` */
int is_strategy(const char *value);

/* Returns 0, or -1 with *error. */
int set_target(const char *value, struct clgroup_compile_options *c, char **error);

/* The language of -x `name`; -1: unknown. */
int language(const char *name);
/* The language by a file's suffix; -1: unknown. */
int language_of(const char *path);

/* Only clang's front end has -cl-ext=, and it does not know the extension that clgroup adds: reads that one from the
 * list into *c, and sets *rest to the option with the others, or NULL if there are none. */
void take_extensions(const char *list, struct clgroup_compile_options *c, char **rest);

#endif
