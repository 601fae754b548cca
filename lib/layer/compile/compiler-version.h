/* Which compiler is it? For the cache's key. */
#ifndef CLGROUP_LAYER_COMPILER_VERSION_H
#define CLGROUP_LAYER_COMPILER_VERSION_H

#include "layer/compile/compiler-process.h"

struct clgroup_cache; /* cache/cache.h */

/* Adds to `key` what `clgroup-cc --version` says, and size, time and number of each file of clgroup's, of clang's
 * and of llvm-spirv's that a result for the target depends on. Returns how the compiler ended; what it then said is in
 * `log`. It is not asked again where the cache knows what this file said with these settings. */
enum clgroup_process_end clgroup_compiler_version(const char *compiler, const char *target, unsigned time_limit,
                                                  struct clgroup_cache *cache, struct clgroup_buffer *key,
                                                  struct clgroup_buffer *log, int *number);

#endif
