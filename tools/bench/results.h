/* The results of `run`, and their output. */
#ifndef CLGROUP_BENCH_RESULTS_H
#define CLGROUP_BENCH_RESULTS_H

#include "bench/peers.h"

#include <stdio.h>

/* A ratio to the best peer below this is slower: 5% for noise. */
#define SLOW 0.95

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
  const struct peer *best; /* the fastest that is neither ours nor a ceiling; NULL: none */
};

struct results {
  struct row *rows;
  size_t count, room;
};

struct row *results_add(struct results *results); /* initialized to zero */
/* Prints the rows from `first` on, all of one work, in a block for each shape. */
void results_table(const struct results *results, size_t first);
/* Lists our rows that are slower than their best peer by more than 5%. */
void results_slower(const struct results *results);
/* Is this the peer with native functions? If a device has them, the layer keeps them in mode auto. */
bool peer_is_native(const char *name);
void results_csv_head(FILE *csv);
void results_csv(FILE *csv, const struct device *device, const struct results *results, size_t first);
void results_free(struct results *results);

/* The CSV's columns, in order. */
#define RESULTS_COLUMNS                                                                                                \
  "device,driver,function,op,type,size,shape,peer,values,n,ns,ns_q1,ns_q3,to_copy,to_copy_q1,to_copy_q3,to_best,"      \
  "to_best_q1,to_best_q3,best"

#endif
