/* Response files: an argument @FILE stands for the arguments that FILE holds. */
#ifndef CLGROUP_CC_RESPONSE_H
#define CLGROUP_CC_RESPONSE_H

#include <stddef.h>

/* Arguments, each of which the list owns. */
struct arguments {
  char **items;
  size_t count;
};

/* Fills *list, to be freed in any case, with argv and with what its response files hold, up to "--". Returns 0, or -1
 * with *error. */
int expand_arguments(int argc, char *const *argv, struct arguments *list, char **error);
void free_arguments(struct arguments *list);

#endif
