/* Which copies of the layer are loaded in this process? */
#ifndef CLGROUP_LAYER_PRESENCE_H
#define CLGROUP_LAYER_PRESENCE_H

#include <stdbool.h>

/* For tools and tests, since loaders report little about a layer that they cannot load. Call it after the first OpenCL
 * call, which makes the loader load its layers. */
bool clgroup_layer_is_loaded(void);

/* For the layer: the path of another copy, in another file, that already acts in this process, for free(); NULL if
 * there is none. For example, one copy may be on for every application, and OPENCL_LAYERS may name another. Each would
 * take the other for the driver, and they would deadlock on a program that both change. `own` is the address of this
 * copy's clgroup_layer_acts. */
char *clgroup_other_layer(const bool *own);

#endif
