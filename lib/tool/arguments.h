/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For programs with options on their command line. */
#ifndef CLGROUP_TOOL_ARGUMENTS_H
#define CLGROUP_TOOL_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

/* An option that sets a flag, or has a value: a text, or a number from `least` to `most` (0: up to ULONG_MAX). */
struct argument {
  const char *name;
  bool *flag;
  const char **text;
  unsigned long *number, least, most;
};

/* Reads the option words[0], and its value if it has one; NULL ends the words. Returns how many words it has read.
 * Prints the usage and exits for -h and --help; exits by argument_error for an unknown or wrong option. */
int argument_take(const struct argument *known, size_t count, const char *usage, char *const *words);

/* The option's value as a number. */
unsigned long argument_number(const char *option, const char *text, unsigned long least, unsigned long most);

/* Prints an error that names --help, and exits with status 2. */
_Noreturn void argument_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The folder that this program lies in, without a slash at its end, for free(); exits with status 2 if it is not known.
 */
char *program_folder(void);

#endif
