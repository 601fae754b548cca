/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line of clgroup-cc, from the application's options and the device's properties. */
#ifndef CLGROUP_LAYER_COMPILER_ARGUMENTS_H
#define CLGROUP_LAYER_COMPILER_ARGUMENTS_H

#include "layer/compile/compiler-job.h"
#include "base/buffer.h"

struct clgroup_arguments {
  char **items; /* NULL if empty, otherwise NULL-terminated */
  size_t count;
  bool failed;     /* out of memory */
  bool newer;      /* they ask for a newer version of the language than the application does */
  bool outer_text; /* an option includes a file, which may change */
};

void clgroup_arguments_add(struct clgroup_arguments *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void clgroup_arguments_free(struct clgroup_arguments *a);

/* The program, and the options that do not depend on the source. */
void clgroup_arguments_begin(struct clgroup_arguments *a, const struct clgroup_compiler_job *c);

/* The form of the compiler's output. */
enum clgroup_form clgroup_output_form(const struct clgroup_compiler_job *c);

/* The options for a source: those of the application, checked, with absolute paths of folders. Adds to `prefix` lines
 * that must precede the source, and do not change its line numbers. */
enum clgroup_compile_result clgroup_arguments_add_options(struct clgroup_arguments *a,
                                                          const struct clgroup_compiler_job *c, const char *options,
                                                          struct clgroup_buffer *prefix, struct clgroup_buffer *log);

/* Adds those options of the application that a driver needs when it loads SPIR-V, each after a space. */
void clgroup_arguments_for_driver(const char *options, struct clgroup_buffer *text);

#endif
