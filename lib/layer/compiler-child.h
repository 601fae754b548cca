/* A child process in the midst of an application: whatever this one does with signals, descriptors and its children. */
#ifndef CLGROUP_LAYER_COMPILER_CHILD_H
#define CLGROUP_LAYER_COMPILER_CHILD_H

#include "layer/text.h"

struct clgroup_child {
  const char *const *arguments; /* the program, looked up in PATH where it has no slash, and so on to a NULL */
  const char *folder;           /* where it runs; NULL: where this process does */
  const char *temporaries;      /* its TMPDIR; NULL: this process's */
  unsigned time_limit;          /* in seconds; 0: none */
};

enum clgroup_child_end {
  CLGROUP_CHILD_EXITED,      /* number: its exit status */
  CLGROUP_CHILD_KILLED,      /* number: the signal */
  CLGROUP_CHILD_LOST,        /* the application ignores SIGCHLD or has waited for it: it has ended, nobody knows how */
  CLGROUP_CHILD_TIMED_OUT,   /* and was killed, with all that it had started */
  CLGROUP_CHILD_NOT_STARTED, /* number: errno */
};

/* Runs it to its end, with nothing to read. What it prints on both streams is added to `said`, cut where it is more
 * than anyone reads. */
enum clgroup_child_end clgroup_child_run(const struct clgroup_child *child, struct clgroup_text *said, int *number);

#endif
