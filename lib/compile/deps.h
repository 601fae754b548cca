/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dependency file, with make rules. clang writes a rule for each source; this adds one for the other inputs and the
 * device libraries, which clang does not know. */
#ifndef CLGROUP_COMPILE_DEPS_H
#define CLGROUP_COMPILE_DEPS_H

#include "compile/run.h"

/* Opens the file, if one is requested. */
int deps_open(struct run *r);

/* Adds the options that make clang write a source's rule. Returns 0 or -1. */
int deps_add_options(struct run *r, size_t index, struct clgroup_argv *argv);

/* Writes the file and gives it its name; prints the equivalent command. `linked`: the output contains code of the
 * device libraries. */
int deps_commit(struct run *r, int linked);

#endif
