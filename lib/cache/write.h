/* A file's bytes, all of them. */
#ifndef CLGROUP_CACHE_WRITE_H
#define CLGROUP_CACHE_WRITE_H

#include <stdbool.h>
#include <stddef.h>

/* However many calls it takes, and whatever signals come. False: a disk that is full, for example; errno says why. */
bool clgroup_write_whole(int fd, const void *from, size_t size);

#endif
