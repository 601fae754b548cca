/* What `build` measures, and how it is shown. */
#ifndef CLGROUP_BENCH_BUILD_H
#define CLGROUP_BENCH_BUILD_H

#include "bench/figures.h"

#include <stdbool.h>
#include <stdio.h>

/* The kernel without its calls, built by the driver; with them, by the driver, where it has them; with them, by the
 * layer. */
enum build_column { PLAIN, NATIVE, LAYER, COLUMNS };

struct build_case {
  const char *name;
  unsigned calls;
  bool untouched; /* no calls in the layer's kernel either: what the layer costs those who do not need it */
  bool first;     /* in a context in which nothing has been built */
  unsigned times; /* in each repeat */
};

/* Milliseconds, NAN where there is none. What stands in one sample was measured within a moment. */
struct build_sample {
  double build[COLUMNS]; /* from the source to the kernel */
  double ready[COLUMNS]; /* from the source to the end of the kernel's first launch: some drivers compile only then */
};

struct build_series {
  const struct build_case *of;
  bool warm; /* the driver's cache on disk and the layer's hold the text, from another process */
  struct build_sample *samples;
  size_t count, room;
};

/* Prints the medians of the series (`unit` says what of), and of the ratio between the layer and the plain kernel, with
 * its quartiles. */
void build_table(const struct build_series *series, size_t count, const char *unit);
void build_csv(FILE *out, const char *device, const struct build_series *series, size_t count);

#endif
