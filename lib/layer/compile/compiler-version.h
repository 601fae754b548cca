/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Identifies the compiler, for the cache's key. */
#ifndef CLGROUP_LAYER_COMPILER_VERSION_H
#define CLGROUP_LAYER_COMPILER_VERSION_H

#include "layer/compile/compiler-process.h"

struct clgroup_cache; /* cache/cache.h */

/* Adds the path, size, time and inode of a file to a key of the cache. */
void clgroup_key_add_file(struct clgroup_buffer *key, const char *path);

/* Adds to `key` the output of `clgroup-cc --version`, and the size, time and inode of each file of clgroup, clang and
 * llvm-spirv that a result for the target depends on, including the headers for kernels. Adds the folders of these
 * headers, or their own names, each with a newline after it, to `headers`. Returns how the compiler ended; if it
 * failed, its output is in `log`. The output is cached too, for the same files and settings. The key is `failed` if one
 * of the files cannot be named: nothing may be stored under it. */
enum clgroup_process_end clgroup_compiler_version(const char *compiler, const char *target, unsigned time_limit,
                                                  struct clgroup_cache *cache, struct clgroup_buffer *key,
                                                  struct clgroup_buffer *headers, struct clgroup_buffer *log,
                                                  int *number);

#endif
