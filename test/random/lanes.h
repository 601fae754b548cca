/* How sub-groups are made by one way on a device: what calls of lanes give depends on it. */
#ifndef CLGROUP_RANDOM_LANES_H
#define CLGROUP_RANDOM_LANES_H

#include "generate.h"
#include "ways.h"

struct lanes lanes_of(const struct device *d, const struct way_in *way);

#endif
