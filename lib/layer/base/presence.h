/* Is the layer in this process? For tools and tests: a loader says little of a layer that it cannot load. */
#ifndef CLGROUP_LAYER_PRESENCE_H
#define CLGROUP_LAYER_PRESENCE_H

#include <stdbool.h>

/* After the first OpenCL call, with which the loader loads its layers. */
bool clgroup_layer_is_loaded(void);

#endif
