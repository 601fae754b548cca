/* Random programs in C++ for OpenCL: the groups of <clgroup/cooperative_groups.h>, what they exchange, and atomics that
 * they update. */
#ifndef CLGROUP_RANDOM_GROUPS_H
#define CLGROUP_RANDOM_GROUPS_H

#include "generate.h"

/* Makes the program of a seed, and computes what its launch must leave. */
void groups_case(uint64_t seed, const struct generate_limits *limits, struct clgroup_case *c);

#endif
