/* The installation of the layer, or of the tool that links this. */
#ifndef CLGROUP_LAYER_INSTALLED_H
#define CLGROUP_LAYER_INSTALLED_H

#include <stdbool.h>

/* The path of `file` below the installation's folder, for free(); NULL if it does not exist. */
char *clgroup_installed(const char *file);

/* The path of a program in the layer's own folder, for free(); NULL: it is not there. */
char *clgroup_beside_layer(const char *name);

/* Is there a clgroup-cc: CLGROUP_CC's, this installation's, or in PATH? */
bool clgroup_compiler_is_there(void);

#endif
