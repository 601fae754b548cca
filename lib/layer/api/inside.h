/* Threads in the layer's entry points. */
#ifndef CLGROUP_LAYER_INSIDE_H
#define CLGROUP_LAYER_INSIDE_H

#include <stdbool.h>

/* What every entry point does first and last. Between them the thread cannot be cancelled: it would leave locks held,
 * children running and files behind. Returns the argument for clgroup_leave(). */
int clgroup_enter(void);
void clgroup_leave(int cancellation);

/* Is the caller, which has entered, the only one? Else another thread may read what would be freed. */
bool clgroup_is_alone(void);

/* A forked child process has none of the threads. Called once. */
void clgroup_inside_start(void);

#endif
