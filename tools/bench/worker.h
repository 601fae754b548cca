/* Child processes that build programs on request: a loader reads OPENCL_LAYERS once per process, so builds with and
 * without the layer need separate processes. */
#ifndef CLGROUP_BENCH_WORKER_H
#define CLGROUP_BENCH_WORKER_H

#include "bench/bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct worker {
  pid_t pid;
  FILE *requests, *answers;
  char line[1024]; /* the last answer, without newline; after an error, the reason */
};

/* The settings of a process. */
struct worker_settings {
  const char *command; /* the hidden subcommand that it runs */
  const struct wish *wish;
  const char *layer;  /* the layer's file; NULL: no layer */
  const char *caches; /* see caches_use() */
  const char *name;   /* the name of its folder in `caches` */
  bool cpu;           /* measure processor time */
  /* CLGROUP_ROUTE, CLGROUP_STRATEGY and CLGROUP_CC for the layer; NULL: as in the environment. */
  const char *route, *strategy, *compiler;
};

/* Starts a process and waits for its first answer, after it has found its device. Returns whether it has; call
 * worker_end in any case. The process is killed when this program exits. On SIGINT, SIGTERM and SIGHUP this program
 * exits when it next waits for an answer. */
bool worker_start(struct worker *worker, const struct worker_settings *settings);
/* Sends a line and reads the answer. Returns false, with the reason in worker->line, if the request failed; if the
 * process does not answer any more, ends it and sets worker->pid to 0. */
bool worker_ask(struct worker *worker, const char *request);
void worker_end(struct worker *worker);
/* Exits if one of these signals has arrived; for long work between requests. */
void worker_heed_signals(void);

/* To be called first in the child process: returns the stream for its answers, a line each, and redirects standard
 * output, on which drivers may print. Exits if `command` was started by hand. */
FILE *worker_answers(const char *command);

#endif
