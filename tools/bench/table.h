/* The tables that `run --csv` wrote, read back. */
#ifndef CLGROUP_BENCH_TABLE_H
#define CLGROUP_BENCH_TABLE_H

#include "bench/results.h"

/* One line. Its words are those of the columns of the same name; `size` is one of them. */
struct record {
  char *text; /* that the words are parts of */
  const char *device, *driver, *function, *op, *type, *size, *shape, *peer, *best;
  unsigned line;
  bool right;
  struct spread to_copy, to_best; /* NaN where the line has none */
};

struct table {
  const char *path;
  struct record *records;
  size_t count, room;
};

/* Ends the program with PATH:LINE where the file is damaged or is no such table, and where two lines are of the same.
 */
void table_read(struct table *table, const char *path);
void table_free(struct table *table);

/* By what they are about: function, op, type, size as text, shape, peer. */
int record_compare(const struct record *a, const struct record *b);
/* That in words, valid until the next call. */
const char *record_name(const struct record *record);

#endif
