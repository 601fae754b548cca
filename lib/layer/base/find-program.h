#ifndef CLGROUP_LAYER_FIND_PROGRAM_H
#define CLGROUP_LAYER_FIND_PROGRAM_H

/* The path of a program, without symbolic links, for free(). A name without a slash is looked up in PATH. NULL: not
 * found. */
char *clgroup_find_program(const char *name);

#endif
