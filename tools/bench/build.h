/* What `build` measures. */
#ifndef CLGROUP_BENCH_BUILD_H
#define CLGROUP_BENCH_BUILD_H

#include <stdbool.h>

/* The kernel without calls, built by the driver; with calls, by the driver, if it has the functions; with calls, by the
 * layer. */
enum build_column { PLAIN, NATIVE, LAYER, COLUMNS };

static const struct build_case {
  const char *name;
  unsigned calls;
  bool untouched; /* no calls in the layer's kernel either: the layer's cost for programs that do not need it */
  bool first;     /* in a context in which nothing has been built */
  unsigned times; /* in each repeat */
} build_cases[] = {
    {"no functions", 8, .untouched = true, .times = 4},
    {"1 call, new context", 1, .first = true, .times = 1},
    {"1 call", 1, .times = 1},
    {"8 calls", 8, .times = 1},
    {"64 calls", 64, .times = 1},
};
enum { CASES = sizeof build_cases / sizeof *build_cases, MOST_TIMES = 4 };

/* A line of a build-one process's output begins so: "device NAME", "loading MILLISECONDS", "sample CASE COLUMN NUMBER
 * MILLISECONDS MILLISECONDS", or "failed CASE COLUMN REASON". NUMBER counts the samples of a round. */
#define BUILD_LINE "clgroup-bench: build: "

#endif
