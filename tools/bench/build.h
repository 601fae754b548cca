/* The measurements of `build`, and their output. */
#ifndef CLGROUP_BENCH_BUILD_H
#define CLGROUP_BENCH_BUILD_H

#include "bench/figures.h"

#include <stdbool.h>
#include <stdio.h>

/* The kernel without calls, built by the driver; with calls, by the driver, if it has the functions; with calls, by the
 * layer. */
enum build_column { PLAIN, NATIVE, LAYER, COLUMNS };

struct build_case {
  const char *name;
  unsigned calls;
  bool untouched; /* no calls in the layer's kernel either: the layer's cost for programs that do not need it */
  bool first;     /* in a context in which nothing has been built */
  unsigned times; /* in each repeat */
};

/* In milliseconds; NAN: not measured. The times of a sample are measured shortly after each other. */
struct build_sample {
  double build[COLUMNS]; /* from the source to the kernel */
  double ready[COLUMNS]; /* from the source to the end of the kernel's first launch: some drivers compile only then */
};

struct build_series {
  const struct build_case *of;
  bool warm; /* another process has put the program into the disk caches of the driver and the layer */
  struct build_sample *samples;
  size_t count, room;
};

/* Prints the medians of the series (`unit` is the heading), and the median and quartiles of the ratio of the layer's
 * time to the plain kernel's. */
void build_table(const struct build_series *series, size_t count, const char *unit);
void build_csv(FILE *out, const char *device, const struct build_series *series, size_t count);

#endif
