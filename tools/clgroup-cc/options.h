/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line of clgroup-cc. Its options are in options.inc. */
#ifndef CLGROUP_CC_OPTIONS_H
#define CLGROUP_CC_OPTIONS_H

#include "clgroup-cc/response.h"
#include "compile/compile.h"

enum action { ACTION_COMPILE, ACTION_HELP, ACTION_VERSION, ACTION_PRINT_TARGETS };

struct command_line {
  enum action action;
  struct clgroup_compile_options compile;
  struct arguments arguments;   /* the strings of `compile` */
  struct clgroup_input *inputs; /* the arrays of `compile` */
  const char **clang_args;
  const char **spirv_args;
  struct arguments made; /* strings that the parser allocated */
};

/* Fills *line, which owns its strings. Returns 0, or -1 with *error set to one line, to be freed by the caller. Free
 * *line in both cases. */
int parse_command_line(int argc, char *const *argv, struct command_line *line, char **error);
void free_command_line(struct command_line *line);

#endif
