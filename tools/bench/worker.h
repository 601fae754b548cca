/* Child processes that build programs on request: a loader reads OPENCL_LAYERS once per process, so what the layer does
 * and what the driver does alone need a process each. */
#ifndef CLGROUP_BENCH_WORKER_H
#define CLGROUP_BENCH_WORKER_H

#include "bench/bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct worker {
  pid_t pid;
  FILE *requests, *answers;
  char line[1024]; /* the last answer, without its end of line; after an error, what happened */
};

/* What a process is started with. */
struct worker_settings {
  const char *command; /* the hidden subcommand that it runs */
  const struct wish *wish;
  const char *layer;  /* the layer's file; NULL: no layer */
  const char *caches; /* see caches_use() */
  const char *name;   /* of the folder in it */
  bool cpu;           /* it measures processor time */
  /* The layer's CLGROUP_ROUTE, CLGROUP_STRATEGY and CLGROUP_CC; NULL: as the environment has them. */
  const char *route, *strategy, *compiler;
};

/* Starts a process, which answers once it has found its device. Returns whether it did; end it in any case: when this
 * program exits, at the latest, it is killed. SIGINT, SIGTERM and SIGHUP make this program exit when it next waits for
 * an answer. */
bool worker_start(struct worker *worker, const struct worker_settings *settings);
/* Sends a line and reads the answer. Returns false, with the reason in worker->line, where the process did not do what
 * was asked, and ends it where it no longer answers: worker->pid is 0 then. */
bool worker_ask(struct worker *worker, const char *request);
void worker_end(struct worker *worker);
/* Makes this program exit where one of those signals has come; for whoever works long without asking. */
void worker_heed_signals(void);

/* In the process that was started, before anything else: where its answers go, a line each. What a driver prints on
 * standard output is not an answer. Ends the program where `command` was started by hand. */
FILE *worker_answers(const char *command);

#endif
