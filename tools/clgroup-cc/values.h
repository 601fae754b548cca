/* The values of clgroup-cc's options, and what its parser does about wrong ones. */
#ifndef CLGROUP_CC_VALUES_H
#define CLGROUP_CC_VALUES_H

#include "compile/compile.h"

/* Sets *error. Returns -1. */
int fail(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* `memory`, which is not NULL: without memory the program ends. */
void *need(void *memory);

/* Keeps in *best the name nearest to `given`. */
void nearer(const char *given, const char *name, const char **best, size_t *best_distance);
/* What a guess must be nearer than: it is worth making where about a third of the name is wrong. */
size_t guess_limit(const char *given);

/* These return 0 for a value that is none. */
int set_emit(const char *value, struct clgroup_compile_options *c);
int set_level(const char *value, unsigned *level);
int set_work_group_size(const char *value, unsigned *size);
int is_strategy(const char *value);

/* Returns 0, or -1 with *error. */
int set_target(const char *value, struct clgroup_compile_options *c, char **error);

/* The language that `name` stands for after -x; -1: unknown. */
int language(const char *name);
/* The language that a file's name says; -1: none. */
int language_of(const char *path);

/* -cl-ext= of clang's driver does not exist, and of its front end knows nothing of the extension that clgroup brings:
 * takes that one out and leaves the rest in *rest, NULL where nothing is left. */
void take_extensions(const char *list, struct clgroup_compile_options *c, char **rest);

#endif
