/* Response files: an argument @FILE stands for the arguments that FILE holds. An option's value does not: whoever
 * passes on the text of a macro, as clgroup's layer does, need not know of response files. */
#ifndef CLGROUP_CC_RESPONSE_H
#define CLGROUP_CC_RESPONSE_H

#include <stddef.h>

/* Arguments, each of which the list owns. */
struct arguments {
  char **items;
  size_t count;
};

/* Fills *list, to be freed in any case, with argv and with what its response files hold, up to "--".
 * needs_value: is the argument an option whose value is the next one? Returns 0, or -1 with *error. */
int expand_arguments(int argc, char *const *argv, int (*needs_value)(const char *argument), struct arguments *list,
                     char **error);
void free_arguments(struct arguments *list);

#endif
