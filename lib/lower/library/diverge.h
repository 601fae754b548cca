/* Calls that not all of a work-group make. */
#ifndef CLGROUP_LOWER_DIVERGE_H
#define CLGROUP_LOWER_DIVERGE_H

#include "lower/ir/state.h"

/* Finds kernels in which a work-item may leave, or go around, an exchange by the work-group, as its id decides: all
 * must make that call. Where sub-groups of a size that the device has leave no such exchange in it, the kernel asks for
 * the smallest of them; otherwise it is warned of. One that asks for a size itself is warned of if that does not help.
 * It is asked about kernels into which the library's functions have been inlined. */
void lower_end_divergence(struct lower *lower);

/* On AMD's GPUs: warns of a kernel in which, as its id decides, a work-item may leave or go around a call by the lanes
 * of its tile, while others of the tile make it. It is asked before the built-in functions are linked. */
void lower_warn_of_tiles(struct lower *lower);

#endif
