/* The results of `run`, and their output. */
#ifndef CLGROUP_BENCH_RESULTS_H
#define CLGROUP_BENCH_RESULTS_H

#include "bench/peers.h"

#include <stdio.h>

/* Quartiles; all NaN: no values. */
struct spread {
  double low, median, high;
};

/* The result of one peer with one shape and size. The ratios are of throughput, so higher is better: quartiles of the
 * ratios of launches in the same round. */
struct row {
  struct work work;
  enum shape shape;
  size_t size;
  const struct peer *peer;
  bool wrong;       /* wrong values; not measured */
  size_t count;     /* launches */
  struct spread ns; /* per work-item, with COMPUTE also per call */
  struct spread to_copy, to_best;
  const struct peer *best; /* the fastest that is neither ours nor the copy; NULL: none */
};

struct results {
  struct row *rows;
  size_t count, room;
};

struct row *results_add(struct results *results); /* initialized to zero */
/* Prints the rows from `first` on, all of one work. */
void results_table(const struct results *results, size_t first);
void results_csv_head(FILE *csv);
void results_csv(FILE *csv, const struct clgroup_device *device, const struct results *results, size_t first);
void results_free(struct results *results);

#endif
