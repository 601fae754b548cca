/* The layer's clgroup-cc: its path, the cache of its results, and whether it works. */
#ifndef CLGROUP_LAYER_TOOLCHAIN_H
#define CLGROUP_LAYER_TOOLCHAIN_H

#include <stdbool.h>

struct clgroup_cache; /* cache/cache.h */

/* The value of CLGROUP_CC, this installation's clgroup-cc, or "clgroup-cc" to look up in PATH, for free(). NULL: out of
 * memory. */
char *clgroup_toolchain_compiler(void);

/* Opened by the first call. NULL: disabled by the settings, or the folder cannot be used, which the first call logs. */
struct clgroup_cache *clgroup_toolchain_cache(void);

/* Why clgroup-cc cannot compile for this target, a line that stays valid; NULL: it can. Compiles a small kernel with
 * this installation, unless the cache has the result of an earlier process. The first answer holds until the process
 * ends, so that builds do what device queries promised. */
const char *clgroup_toolchain_fault(unsigned address_bits, const char *strategy, bool spirv);

#endif
