/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For programs that print to standard output. */
#ifndef CLGROUP_TOOL_OUTPUT_H
#define CLGROUP_TOOL_OUTPUT_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern char *program_invocation_short_name;

static inline void output_check(void) {
  if (!fflush(stdout) && !ferror(stdout))
    return;
  fprintf(stderr, "%s: error: cannot write standard output\n", program_invocation_short_name);
  _exit(EXIT_FAILURE);
}

/* To be called first: if standard output cannot be written (a full disk), the program fails with status 1. */
static inline void output_must_arrive(void) {
  if (atexit(output_check))
    _exit(EXIT_FAILURE);
}

#endif
