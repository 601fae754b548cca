/* The command line of clgroup-cc, from what the application and the device say. */
#ifndef CLGROUP_LAYER_COMPILER_ARGUMENTS_H
#define CLGROUP_LAYER_COMPILER_ARGUMENTS_H

#include "layer/compile/compiler.h"
#include "layer/base/buffer.h"

struct clgroup_arguments {
  char **items; /* NULL: none; else a NULL stands behind the last */
  size_t count;
  bool failed;     /* memory has run out */
  bool outer_text; /* an option includes a file, which may change */
};

void clgroup_arguments_add(struct clgroup_arguments *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void clgroup_arguments_free(struct clgroup_arguments *a);

/* The program, and the options that do not depend on the source. */
void clgroup_arguments_begin(struct clgroup_arguments *a, const struct clgroup_compiler_job *c);

/* Is SPIR-V what the compiler is asked for, or bitcode? */
bool clgroup_makes_spirv(const struct clgroup_compiler_job *c);

/* The options for a source: the application's, checked, with folders as absolute paths. `prefix` gets the lines that
 * stand before the source, which leave its line numbers as they are. */
enum clgroup_compile_result clgroup_arguments_add_options(struct clgroup_arguments *a,
                                                          const struct clgroup_compiler_job *c, const char *options,
                                                          struct clgroup_buffer *prefix, struct clgroup_buffer *log);

/* Adds those of the application's options that a driver needs when it loads SPIR-V, each after a space. */
void clgroup_arguments_for_driver(const char *options, struct clgroup_buffer *text);

/* The path without this process's current folder in it; a name without a slash stays as it is. For free(). */
char *clgroup_absolute(const char *path);

#endif
