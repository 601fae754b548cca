/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which copies of the layer are loaded in this process? */
#ifndef CLGROUP_LAYER_PRESENCE_H
#define CLGROUP_LAYER_PRESENCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* For tools and tests: has a loader taken the layer? Call it after the first OpenCL call, which makes the loader load
 * its layers. A file that a loader has opened and refused does not count. */
bool clgroup_layer_is_loaded(void);

enum clgroup_absence {
  CLGROUP_LAYER_UNNAMED,    /* the environment does not ask for it */
  CLGROUP_LAYER_IMPOSSIBLE, /* the loader has no layers */
  CLGROUP_LAYER_REFUSED,    /* the loader has not loaded it; or not yet */
};

/* Why the layer is not loaded, also in words, as the end of a sentence. `in_loader` is a function of the OpenCL
 * loader. */
enum clgroup_absence clgroup_layer_absence(const void *in_loader, char *why, size_t size);

/* For the layer: the path of another copy, in another file, that already acts in this process, for free(); NULL if
 * there is none. For example, one copy may be on for every application, and OPENCL_LAYERS may name another. Each would
 * take the other for the driver, and they would deadlock on a program that both change. `own` is the address of this
 * copy's clgroup_layer_acts. */
char *clgroup_other_layer(const atomic_bool *own);

#endif
