/* clgroup-cc as the layer uses it: where it is, the cache of what it made, and whether it works. */
#ifndef CLGROUP_LAYER_TOOLCHAIN_H
#define CLGROUP_LAYER_TOOLCHAIN_H

#include <stdbool.h>

struct clgroup_cache; /* cache/cache.h */

/* CLGROUP_CC's, this installation's, or the one that PATH leads to: as struct clgroup_compiler_job takes it, for
 * free(). NULL: out of memory. */
char *clgroup_toolchain_compiler(void);

/* Opened by the first call. NULL: the settings want none, or the folder cannot be used, of which the first call
 * complains. */
struct clgroup_cache *clgroup_toolchain_cache(void);

/* Why clgroup-cc cannot compile for these targets, in a line that stays; NULL: it can. It has compiled a small kernel
 * with this very installation, now or in the process that left that in the cache: where it did, no process is started.
 * The first answer in a process holds until its end, so that what device queries promise is what builds do. */
const char *clgroup_toolchain_fault(unsigned address_bits, const char *strategy, bool spirv);

#endif
