/* A child process in the midst of an application: whatever this one does with signals, descriptors and its children. */
#ifndef CLGROUP_LAYER_COMPILER_PROCESS_H
#define CLGROUP_LAYER_COMPILER_PROCESS_H

#include "layer/base/buffer.h"

struct clgroup_compiler_process {
  const char *const *arguments; /* the program, looked up in PATH where it has no slash, and so on to a NULL */
  const char *folder;           /* where it runs; NULL: where this process does */
  const char *temporaries;      /* its TMPDIR; NULL: this process's */
  unsigned time_limit;          /* in seconds; 0: none */
};

enum clgroup_process_end {
  CLGROUP_PROCESS_EXITED,    /* number: its exit status */
  CLGROUP_PROCESS_KILLED,    /* number: the signal */
  CLGROUP_PROCESS_LOST,      /* the application ignores SIGCHLD or has waited for it: it has ended, nobody knows how */
  CLGROUP_PROCESS_TIMED_OUT, /* and was killed, with all that it had started */
  CLGROUP_PROCESS_NOT_STARTED, /* number: errno */
};

/* Runs it to its end, with nothing to read. What it prints on both streams is added to `said`, cut where it is more
 * than anyone reads. */
enum clgroup_process_end clgroup_compiler_process_run(const struct clgroup_compiler_process *child,
                                                      struct clgroup_buffer *said, int *number);

#endif
