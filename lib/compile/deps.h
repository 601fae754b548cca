/* The dependency file, a make rule: clang writes one for each source, and what this adds is what clang does not see,
 * the other inputs and the device libraries. */
#ifndef CLGROUP_COMPILE_DEPS_H
#define CLGROUP_COMPILE_DEPS_H

#include "compile/run.h"

/* Opens the file, where one is asked for. */
int deps_open(struct run *r);

/* Adds the options that make clang write the rule of a source: no more than DEPS_OPTIONS. Returns 0 or -1. */
enum { DEPS_OPTIONS = 5 };
int deps_add_options(struct run *r, size_t index, struct clgroup_argv *argv);

/* Gives the file what it holds, and its name; prints it as a command. `linked`: the output has code of the device
 * libraries. */
int deps_commit(struct run *r, int linked);

#endif
