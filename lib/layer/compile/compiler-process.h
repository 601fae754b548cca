/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a child process inside an application, whatever that does with signals, descriptors and child processes. */
#ifndef CLGROUP_LAYER_COMPILER_PROCESS_H
#define CLGROUP_LAYER_COMPILER_PROCESS_H

#include "base/buffer.h"

#include <stdbool.h>

/* clgroup-watch, which runs the child, prints this alone: the program could not be started, with an errno. */
#define CLGROUP_WATCH_FAULT "clgroup-watch: cannot start the program: error %d\n"

struct clgroup_compiler_process {
  const char *const *arguments;      /* NULL-terminated; the first is the path of the program */
  const char *folder;                /* its current folder; NULL: this process's */
  const char *temporaries;           /* its TMPDIR; NULL: this process's */
  void (*heard)(const char *output); /* called with all of the output so far, whenever there is more; or NULL */
  unsigned time_limit;               /* in seconds, as layer/base/progress.h counts them; 0: none */
};

enum clgroup_process_end {
  CLGROUP_PROCESS_EXITED,      /* number: its exit status */
  CLGROUP_PROCESS_KILLED,      /* number: the signal */
  CLGROUP_PROCESS_LOST,        /* ended, with unknown status: the application ignores SIGCHLD, or has itself waited for
                                * the child */
  CLGROUP_PROCESS_TIMED_OUT,   /* took too long and was killed, with all processes that it had started */
  CLGROUP_PROCESS_NOT_STARTED, /* number: errno */
};

/* Runs the child to its end, with empty standard input. Adds its output, of both streams, to `output`, up to a
 * limit. */
enum clgroup_process_end clgroup_compiler_process_run(const struct clgroup_compiler_process *child,
                                                      struct clgroup_buffer *output, int *number);

/* Keeps the list of children consistent in forked child processes. Called once. */
void clgroup_compiler_process_start(void);

/* Called before and after all that a thread does for a run, including the removal of its files. */
void clgroup_compiler_process_begin(void);
void clgroup_compiler_process_end(void);

/* Kills all children, and lets none be started until `allow`. Waits a little for the threads that are between begin and
 * end; returns whether all have ended. */
bool clgroup_compiler_process_forbid(void);
void clgroup_compiler_process_allow(void);

#endif
