/* Child processes that build programs: a loader reads OPENCL_LAYERS once per process, and the layer its variables, so
 * builds with and without the layer need separate processes. A crash ends only one of them. */
#ifndef CLGROUP_BENCH_WORKER_H
#define CLGROUP_BENCH_WORKER_H

#include "bench/bench.h"

/* What such a process is told, as options of its hidden subcommand. NULL: nothing. */
struct worker {
  struct wish wish;
  const char *caches;                      /* see caches_use() */
  const char *layer;                       /* the layer's file; NULL: no layer */
  const char *route, *strategy, *compiler; /* CLGROUP_ROUTE, CLGROUP_STRATEGY and CLGROUP_CC for the layer */
};

enum { WORKER_OPTIONS = 7, WORKER_WORDS = 2 + 2 * WORKER_OPTIONS };

/* After so many seconds it is killed, unless it calls alarm() again. */
enum { WORKER_PATIENCE_S = 300 };

/* Writes the command line of a process with this subcommand, without a NULL; returns the number of words. */
size_t worker_words(const struct worker *worker, const char *subcommand, const char *words[WORKER_WORDS]);

/* In the process: reads these options and its own, and loads OpenCL as they say. Returns how long the first OpenCL call
 * takes, by processor time if *by_processor. */
double worker_begin(struct worker *worker, int count, char **arguments, const struct argument *own, size_t own_count,
                    const bool *by_processor);

#endif
