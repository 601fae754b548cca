/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An output file: it appears under its name when it is complete, or not at all. */
#ifndef CLGROUP_COMPILE_OUTPUT_H
#define CLGROUP_COMPILE_OUTPUT_H

#include "compile/process.h"

struct clgroup_output {
  const char *name; /* as the user gave it; "-": standard output */
  const char *path; /* the same with symbolic links followed */
  int fd;
  const char **unfinished; /* the temporary file's name, in the session */
  int in_place;            /* a device or a pipe, which cannot be replaced */
};

/* Opens a temporary file beside `name`, so that an unwritable output is an error before any work is done. */
int clgroup_output_open(struct clgroup_session *s, const char *name, struct clgroup_output *output);

/* Writes the file and gives it its name. */
int clgroup_output_commit(struct clgroup_session *s, struct clgroup_output *output, const struct clgroup_bytes *bytes);

#endif
