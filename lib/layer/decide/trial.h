/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One launch of the library's functions, before the layer promises or replaces any: by a child process (clgroup-try),
 * since the driver may crash. The outcome is kept in the cache. */
#ifndef CLGROUP_LAYER_TRIAL_H
#define CLGROUP_LAYER_TRIAL_H

#include "layer/decide/device.h"

/* The exit statuses of clgroup-try. */
enum clgroup_try_status {
  CLGROUP_TRY_GOOD,
  CLGROUP_TRY_FAULT,
  CLGROUP_TRY_NOT_POSSIBLE, /* there is no such device */
  CLGROUP_TRY_PASSING,      /* a fault, or no outcome, for a cause that may pass, such as a lack of memory */
};

/* Why the functions cannot be used on this device by this route, as the end of a sentence, with what to do. NULL: they
 * can be used, or no trial is possible. The text lives until clgroup_trial_end. */
const char *clgroup_trial_fault(const struct clgroup_service *d, enum clgroup_route route);

/* Is the outcome right? Logs a fault, once for each device and route. */
bool clgroup_trial_passes(const struct clgroup_service *d, enum clgroup_route route);

/* Frees what is kept in memory. */
void clgroup_trial_end(void);

#endif
