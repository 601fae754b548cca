/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads in the layer's entry points. */
#ifndef CLGROUP_LAYER_INSIDE_H
#define CLGROUP_LAYER_INSIDE_H

#include <stdbool.h>

/* Every entry point calls the first at its beginning and the second at its end. Between them the thread cannot be
 * cancelled: it would leave locks held, children running and files behind. Returns the argument for clgroup_leave(). */
int clgroup_enter(void);
void clgroup_leave(int cancellation);

/* Is the calling thread the only one inside? If not, another may read what would be freed. */
bool clgroup_is_alone(void);

/* Call it once. Afterwards a forked child counts none of its parent's threads. */
void clgroup_inside_start(void);

#endif
