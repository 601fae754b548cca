/* Is the layer in this process, and which copies of it? */
#ifndef CLGROUP_LAYER_PRESENCE_H
#define CLGROUP_LAYER_PRESENCE_H

#include <stdbool.h>

/* For tools and tests, as a loader says little of a layer that it cannot load: after the first OpenCL call, with which
 * the loader loads its layers. */
bool clgroup_layer_is_loaded(void);

/* For the layer: whether another copy of it, in a file of its own, acts in this process already: one that is turned on
 * for every application, say, where OPENCL_LAYERS names one more. Each would take the other for the driver, and wait
 * for a program that both change. `own` is this copy's clgroup_layer_acts, by which the copies are told apart.
 * @return the other file's path, which the caller frees; NULL without one. */
char *clgroup_other_layer(const bool *own);

#endif
