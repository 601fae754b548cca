/* Whole files in memory. */
#ifndef CLGROUP_BENCH_FILES_H
#define CLGROUP_BENCH_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* The file's bytes and a zero behind them, for free(); NULL, and errno, where it cannot be read. `size` may be NULL. */
void *file_read(const char *path, size_t *size);
/* Returns whether all of it was written; errno says why not. */
bool file_write(const char *path, const void *bytes, size_t size);

#endif
