/* Calls that some work-items of a work-group do not make. */
#ifndef CLGROUP_LOWER_DIVERGE_H
#define CLGROUP_LOWER_DIVERGE_H

#include "lower/ir/state.h"

/* Finds kernels in which a work-item may leave before an exchange by the work-group, or go around it, depending on its
 * id, although all must make that call. If such an exchange is not there in sub-groups of a size that the device has,
 * the kernel asks for the smallest such size; otherwise it is warned of. A kernel that asks for a size itself is warned
 * of if that does not help. Call it for kernels into which the library's functions have been inlined. */
void lower_end_divergence(struct lower *lower);

/* On AMD's GPUs: warns of a kernel in which a work-item, depending on its id, may leave before a call by the lanes of
 * its tile, or go around it, while others of the tile make it. Call it before the built-in functions are linked. */
void lower_warn_of_tiles(struct lower *lower);

#endif
