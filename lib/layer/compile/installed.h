/* The installation that the layer, or another program of it, belongs to. */
#ifndef CLGROUP_LAYER_INSTALLED_H
#define CLGROUP_LAYER_INSTALLED_H

#include <stdbool.h>

/* `file` below the installation's folder, for free(); NULL where it is not there. */
char *clgroup_installed(const char *file);

/* Is there a clgroup-cc where CLGROUP_CC says, or here, or in PATH? */
bool clgroup_compiler_is_there(void);

#endif
