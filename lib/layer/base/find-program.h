#ifndef CLGROUP_LAYER_FIND_PROGRAM_H
#define CLGROUP_LAYER_FIND_PROGRAM_H

/* The path of a program that is looked up in PATH where it has no slash, without symbolic links, for free(). NULL: not
 * found. */
char *clgroup_find_program(const char *name);

#endif
