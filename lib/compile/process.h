/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Child processes, and reads and writes that a signal can interrupt. */
#ifndef CLGROUP_COMPILE_PROCESS_H
#define CLGROUP_COMPILE_PROCESS_H

#include "compile/session.h"

#include <stdio.h>

/* Initialize it to the session alone. */
struct clgroup_argv {
  struct clgroup_session *s;
  const char **items; /* a NULL follows the last one */
  size_t count, room;
};

struct clgroup_bytes {
  unsigned char *data;
  size_t size;
};

void clgroup_argv_add_list(struct clgroup_argv *argv, const char *const *arguments, size_t count);
/* Adds the arguments that follow. */
#define clgroup_argv_add(argv, ...)                                                                                    \
  clgroup_argv_add_list(argv, (const char *const[]){__VA_ARGS__},                                                      \
                        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* One argument, quoted for a POSIX shell if necessary. */
void clgroup_print_quoted(FILE *out, const char *argument);

/* The command, quoted for a POSIX shell, without a newline. */
void clgroup_argv_print(FILE *out, const struct clgroup_argv *argv);

/* A child process. The session's end kills it if nothing has waited for it. */
struct clgroup_child {
  int slot;
  int input;  /* the writing end of its standard input; -1: it inherits this process's */
  int output; /* the reading end of its standard output */
};

enum { CLGROUP_FEED = 1, CLGROUP_READ_ERRORS = 2, CLGROUP_DROP_ERRORS = 4 };

/* Starts argv[0], a path. It inherits standard input, unless `ends` has CLGROUP_FEED, and standard error, unless it has
 * CLGROUP_READ_ERRORS: its output then has both; or CLGROUP_DROP_ERRORS. Returns 0, or -1 with the reason in errno. */
int clgroup_child_start(struct clgroup_session *s, const struct clgroup_argv *argv, int ends,
                        struct clgroup_child *child);

/* Writes the input of a child with CLGROUP_FEED, reads all of its output and waits for its end. Returns 0 and its wait
 * status, or -1 on an error. */
int clgroup_child_finish(struct clgroup_session *s, struct clgroup_child *child, const struct clgroup_bytes *input,
                         struct clgroup_bytes *output, int *status);

/* For example "failed with exit status 3" or "was killed by signal 11 (Segmentation fault)", to be printed after the
 * name of a program. */
const char *clgroup_describe_status(struct clgroup_session *s, int status);

/* Reads `fd` to its end. `name` is for the error message. */
int clgroup_read_all(struct clgroup_session *s, int fd, const char *name, struct clgroup_bytes *bytes);
int clgroup_write_all(struct clgroup_session *s, int fd, const char *name, const struct clgroup_bytes *bytes);

int clgroup_read_file(struct clgroup_session *s, const char *path, struct clgroup_bytes *bytes);
/* Writes a temporary file. */
int clgroup_write_temp(struct clgroup_session *s, const char *path, const struct clgroup_bytes *bytes);

#endif
