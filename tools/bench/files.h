/* Reads and writes complete files. */
#ifndef CLGROUP_BENCH_FILES_H
#define CLGROUP_BENCH_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* The file's bytes, zero-terminated, for free(); NULL with errno if it cannot be read. `size` may be NULL. */
void *file_read(const char *path, size_t *size);
/* Returns whether all of it was written; otherwise errno says why. */
bool file_write(const char *path, const void *bytes, size_t size);

#endif
