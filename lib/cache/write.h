/* write() until everything is written. */
#ifndef CLGROUP_CACHE_WRITE_H
#define CLGROUP_CACHE_WRITE_H

#include <stdbool.h>
#include <stddef.h>

/* Repeats write() after partial writes and signals. False: an error, such as a full disk, in errno. */
bool clgroup_write_whole(int fd, const void *from, size_t size);

#endif
