/* Tells a process that hangs from one that a busy machine delays. */
#ifndef CLGROUP_LAYER_PROGRESS_H
#define CLGROUP_LAYER_PROGRESS_H

#include <stdbool.h>
#include <sys/types.h>

enum { CLGROUP_PROGRESS_PATIENCE = 10 };

struct clgroup_progress {
  double start, used_at_start; /* seconds: the time, and what the processes had used of a processor */
  double mark, used_at_mark;   /* when they had last used another tenth of a second */
  double looked;
};

/* Starts the time of what the process does now. */
void clgroup_progress_start(struct clgroup_progress *p, pid_t process);
/* Whether the process has, in all of the last `limit` seconds, done nothing, or has used so many seconds of a processor
 * since the start, or has taken CLGROUP_PROGRESS_PATIENCE times as long. Processes that it started count with it. Where
 * the system does not tell what processes use, whether the time is over. Cheap enough to ask all the time. */
bool clgroup_progress_hangs(struct clgroup_progress *p, pid_t process, unsigned limit);

#endif
