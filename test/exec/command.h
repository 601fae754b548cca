/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Running other programs, such as clgroup-cc, and reading what they print. */
#ifndef CLGROUP_TEST_COMMAND_H
#define CLGROUP_TEST_COMMAND_H

#include "tool/arguments.h"

enum { MAX_ARGUMENTS = 64 };

/* A command line; its words are owned by it. */
struct command {
  char *words[MAX_ARGUMENTS + 1];
  unsigned count;
};

void command_add(struct command *c, const char *word);
/* The words of a text that spaces separate; NULL: none. */
void command_add_words(struct command *c, const char *text);

/* Appends a word to a printed command line, *line (NULL at first), quoted for the shell where it must be. */
void command_print(char **line, const char *word);

/* Begins such a line for this run of a program: by the environment variables that the layer, clgroup-cc and the loader
 * read. The program's words are quoted already. */
void command_print_program(char **line, const char *program);

/* Takes an option (argument_take), and appends it to such a line, which is to repeat a failure: without --filter, since
 * the failure names its own. */
int command_take(char **line, const struct argument *known, size_t count, const char *usage, char *const *words);

/* Runs the command, writing its output to a file in the folder, and frees it. Returns whether it succeeded; else *log
 * has its exit status and what it printed. */
bool command_run(struct command *c, const char *folder, char **log);

#endif
