/* The strategy of a run, and its exceptions: functions that another strategy makes (targets/strategies.h). */
#ifndef CLGROUP_COMPILE_STRATEGY_H
#define CLGROUP_COMPILE_STRATEGY_H

#include "compile/run.h"

/* Sets the run's strategy, exceptions, library and other library. Returns 0, or -1 after an error. */
int strategy_choose(struct run *r);

#endif
