/* Reads the tables of `run --csv`. */
#ifndef CLGROUP_BENCH_TABLE_H
#define CLGROUP_BENCH_TABLE_H

#include "bench/results.h"

/* One line, with the columns' names; `size` is text too. */
struct record {
  char *text; /* the memory of the words */
  const char *device, *driver, *function, *op, *type, *size, *shape, *peer, *best;
  unsigned line;
  bool right;
  struct spread to_copy, to_best; /* NaN: none */
};

struct table {
  const char *path;
  struct record *records;
  size_t count, room;
};

/* Exits with an error at PATH:LINE if the file is damaged, is not such a table, or has two lines for the same case. */
void table_read(struct table *table, const char *path);
void table_free(struct table *table);

#endif
