/* Calls that not all of a work-group make. */
#ifndef CLGROUP_LOWER_DIVERGE_H
#define CLGROUP_LOWER_DIVERGE_H

#include "lower/state.h"

/* Warns of kernels in which a work-item may leave, or go around, an exchange by the work-group, as its id decides: all
 * must make that call. One that asks for sub-groups of a size is not warned of. It is asked about kernels into which
 * the library's functions have been inlined. Returns false when out of memory. */
bool lower_warn_of_divergence(struct lower *lower);

#endif
