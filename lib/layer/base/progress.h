/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells a process that hangs from one that a busy machine delays. */
#ifndef CLGROUP_LAYER_PROGRESS_H
#define CLGROUP_LAYER_PROGRESS_H

#include <stdbool.h>
#include <sys/types.h>

enum { CLGROUP_PROGRESS_PATIENCE = 10 };

struct clgroup_progress {
  double start, used_at_start; /* in seconds: the time, and the processor time that the processes had used */
  double mark, used_at_mark;   /* when they had last used another tenth of a second */
  double looked;
};

/* Starts to measure the process from now. */
void clgroup_progress_start(struct clgroup_progress *p, pid_t process);
/* Has the process done nothing in all of the last `limit` seconds, or used as much processor time since the start, or
 * taken CLGROUP_PROGRESS_PATIENCE times as long? Processes that it started count as part of it. If the system does not
 * tell what processes use: has it taken longer than `limit`? Cheap enough to call at any time. */
bool clgroup_progress_hangs(struct clgroup_progress *p, pid_t process, unsigned limit);

#endif
