/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compiles OpenCL C, LLVM modules and SPIR-V to one module, with the device library linked in. */
#ifndef CLGROUP_COMPILE_COMPILE_H
#define CLGROUP_COMPILE_COMPILE_H

#include "compile/options.h"

/* Compiles the inputs to the output, which appears under its name only when it is complete.
 *
 * Returns 0, or -1 with *error set to one line without a newline, to be freed by the caller, or to NULL if clang has
 * already printed what is wrong with a kernel; CLGROUP_BAD_OPTIONS if the error is one of the options. Leaves no
 * temporary file; if SIGINT, SIGTERM or SIGHUP arrived, it ends the process by that signal. Not thread-safe: it handles
 * signals and child processes. */
enum { CLGROUP_BAD_OPTIONS = -2 };
int clgroup_compile(const struct clgroup_compile_options *options, char **error);

#endif
