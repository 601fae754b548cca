/* Compiled programs on disk, for any number of threads and processes at once: what is got is what was put under the
 * same key, and nothing is an error. Where the folder cannot be used, the disk is full or an entry is damaged, there is
 * less in the cache. */
#ifndef CLGROUP_CACHE_CACHE_H
#define CLGROUP_CACHE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

struct clgroup_cache;

/* Makes the folder, which only this user can enter, and those above it where they are not there. `limit` is the most
 * bytes that the entries take together. NULL: the folder cannot be made or memory runs out; the functions below take
 * that for a cache that holds nothing. */
struct clgroup_cache *clgroup_cache_open(const char *folder, size_t limit);

/* The entry under this key, in memory for free(). The key is compared in full. */
bool clgroup_cache_get(struct clgroup_cache *cache, const void *key, size_t key_size, unsigned char **data,
                       size_t *size);

/* What was used the longest time ago goes where the limit is reached. */
void clgroup_cache_put(struct clgroup_cache *cache, const void *key, size_t key_size, const unsigned char *data,
                       size_t size);

void clgroup_cache_close(struct clgroup_cache *cache);

/* The user's folder for it, clgroup in $XDG_CACHE_HOME or in ~/.cache, for free(). NULL: not known, or no memory. */
char *clgroup_cache_folder(void);

#endif
