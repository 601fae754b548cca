/* What `run` found, and how it is reported. */
#ifndef CLGROUP_BENCH_RESULTS_H
#define CLGROUP_BENCH_RESULTS_H

#include "bench/peers.h"

#include <stdio.h>

/* A ratio to the best peer below this is slower: 5% for noise. */
#define SLOW 0.95

/* Quartiles; all NaN where there is nothing to tell. */
struct spread {
  double low, median, high;
};

/* One peer in one place. The ratios are of throughput, more is better: quartiles of the ratios of launches that follow
 * each other. */
struct row {
  struct work work;
  enum shape shape;
  size_t size;
  const struct peer *peer;
  bool wrong;       /* its values; nothing was measured */
  size_t count;     /* launches */
  struct spread ns; /* per work-item, and in COMPUTE per call */
  struct spread to_copy, to_best;
  const struct peer *best; /* the fastest that is not ours and no ceiling; NULL: none */
};

struct results {
  struct row *rows;
  size_t count, room;
};

struct row *results_add(struct results *results); /* zero */
/* The rows from `first` on, all of one work, in a block for each shape. */
void results_table(const struct results *results, size_t first);
/* Lists the rows of ours that are slower than their best peer by more than 5%. */
void results_slower(const struct results *results);
/* Is the peer of this name the driver's own functions? Where a device has them the layer's mode auto keeps them. */
bool peer_is_native(const char *name);
void results_csv_head(FILE *csv);
void results_csv(FILE *csv, const struct device *device, const struct results *results, size_t first);
void results_free(struct results *results);

/* Throughput over work-group size, FOLDER/WORK.svg and .png for each work. plots_begin() ends the program where there
 * is no gnuplot or no such folder can be made; plots_write() returns whether all came out, and says what did not. */
void plots_begin(const char *folder);
bool plots_write(const char *folder, const struct device *device, const struct results *results);

/* The CSV's columns, in order. */
#define RESULTS_COLUMNS                                                                                                \
  "device,driver,function,op,type,size,shape,peer,values,n,ns,ns_q1,ns_q3,to_copy,to_copy_q1,to_copy_q3,to_best,"      \
  "to_best_q1,to_best_q3,best"

#endif
