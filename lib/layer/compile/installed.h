/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The installation of the layer, or of the tool that links this, and its compiler. A file that others can change counts
 * as missing (base/places.h); `why`, unless it is NULL, may say what was passed over. */
#ifndef CLGROUP_LAYER_INSTALLED_H
#define CLGROUP_LAYER_INSTALLED_H

#include "base/buffer.h"

/* The path of a file in the layer's own folder, for free(). NULL: it is not there. */
char *clgroup_beside_layer(const char *name, struct clgroup_buffer *why);

/* The path of clgroup-cc, for free(): that of CLGROUP_CC, of this installation, or in PATH. NULL: there is none that
 * can be run; the reason is added to `why`. */
char *clgroup_find_compiler(struct clgroup_buffer *why);
bool clgroup_compiler_is_there(void);

#endif
