/* The process that runs cases by one way on one device, and may die of any of them. */
#ifndef CLGROUP_RANDOM_CHILD_H
#define CLGROUP_RANDOM_CHILD_H

#include "worker.h"

/* Descriptors: it reads `run PATH` or `record PATH` lines from the first and answers each by a line on the second:
 * `ok`, `wrong WHAT`, `refused WHY` or `skipped WHY`; its first line is `ready DRIVER`, or `skipped WHY` where the
 * device cannot take this way. What was recorded is in PATH then. */
enum { CHILD_REQUESTS = 3, CHILD_ANSWERS = 4 };

int child_main(const struct way_in *way, const struct setting *setting, struct builder *b);

#endif
