/* The versions of OpenCL C, -cl-std: what clang leaves to the caller. */
#ifndef CLGROUP_COMPILE_STANDARD_H
#define CLGROUP_COMPILE_STANDARD_H

#include "compile/run.h"

/* Up to OpenCL C 1.2 no name of a work-group function is reserved. */
int standard_is_before_2(const struct clgroup_compile_options *o);

void standard_add_clang_options(const struct run *r, const struct clgroup_input *input, struct clgroup_argv *argv);

/* After clang has failed on this source: if that may be for a function of OpenCL C 2.0 in an older version, records an
 * error that says so. */
void standard_explain(const struct run *r, const struct clgroup_bytes *source, const char *name);

/* The same if a work-group function is called with a vector, where clang only lists all candidates. */
void standard_explain_vectors(struct run *r, const struct clgroup_bytes *source, int feed, const char *name);

#endif
