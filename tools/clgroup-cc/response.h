/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Response files: an argument @FILE stands for the arguments in FILE, unless it is an option's value: so a program that
 * passes on a macro's text, such as clgroup's layer, need not know about response files. */
#ifndef CLGROUP_CC_RESPONSE_H
#define CLGROUP_CC_RESPONSE_H

#include <stddef.h>

/* A list that owns its arguments. */
struct arguments {
  char **items;
  size_t count;
};

/* Fills *list, to be freed in any case, with argv, in which response files are expanded up to "--".
 * needs_value: is the argument an option whose value is the next one? Returns 0, or -1 with *error. */
int expand_arguments(int argc, char *const *argv, int (*needs_value)(const char *argument), struct arguments *list,
                     char **error);
void add_argument(struct arguments *list, char *argument);
void free_arguments(struct arguments *list);

#endif
