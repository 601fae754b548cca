/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The versions of OpenCL C (-cl-std), as far as clang leaves them to its caller. */
#ifndef CLGROUP_COMPILE_STANDARD_H
#define CLGROUP_COMPILE_STANDARD_H

#include "compile/run.h"

/* Up to OpenCL C 1.2 no name of a work-group function is reserved. */
int standard_is_before_2(const struct clgroup_compile_options *o);

void standard_add_clang_options(const struct run *r, const struct clgroup_input *input, struct clgroup_argv *argv);

/* The extensions whose functions are provided (names/extensions.h). */
unsigned standard_provided(const struct run *r);

/* Are sub-groups provided, to a source that may have them? */
int standard_provides_sub_groups(const struct run *r);

/* What makes clang declare the functions of the extensions that are provided. */
void standard_add_provided(const struct run *r, struct clgroup_argv *argv);

/* Called after clang has failed on this source. If the cause may be a function of OpenCL C 2.0 in an older version,
 * records an error that says so. */
void standard_explain(const struct run *r, const struct clgroup_bytes *source, const char *name);

/* The same for a work-group function that is called with a vector or a struct, where clang would only list all
 * candidates, or by a name such as work_group_reduce_sum. */
void standard_explain_calls(struct run *r, const struct clgroup_bytes *source, int feed, const char *name);

#endif
