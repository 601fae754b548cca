/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A cache of compiled programs on disk, for any number of concurrent threads and processes: an entry that is found is
 * the one that was stored under the same key. There are no errors: if the folder cannot be used, the disk is full or an
 * entry is damaged, entries are merely not found. */
#ifndef CLGROUP_CACHE_CACHE_H
#define CLGROUP_CACHE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct clgroup_cache;

/* Makes the folder, which only this user can enter, and missing folders above it. `limit` is the maximum total size of
 * the entries, in bytes. NULL: the folder cannot be used; errno says why (EPERM: it is another user's, or others can
 * write to it). The functions below treat NULL as an empty cache. */
struct clgroup_cache *clgroup_cache_open(const char *folder, uint64_t limit);

/* The entry under this key, in memory for free(). The key is compared in full. */
bool clgroup_cache_get(struct clgroup_cache *cache, const void *key, size_t key_size, unsigned char **data,
                       size_t *size);

/* Removes the least recently used entries if the limit is reached. */
void clgroup_cache_put(struct clgroup_cache *cache, const void *key, size_t key_size, const unsigned char *data,
                       size_t size);

/* The path of the entry under this key, for free(); NULL: there is none. */
char *clgroup_cache_file(struct clgroup_cache *cache, const void *key, size_t key_size);

void clgroup_cache_close(struct clgroup_cache *cache);

/* The user's default folder, clgroup in $XDG_CACHE_HOME or in ~/.cache, for free(). NULL: unknown, or out of memory. */
char *clgroup_cache_folder(void);

#endif
