/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reduce_update, inclusive_scan_update and exclusive_scan_update, with many work-groups at one atomic. */
#ifndef COOPERATIVE_ATOMICS_H
#define COOPERATIVE_ATOMICS_H

#include "job.h"

/* The tests `atomic/...`. */
void run_atomics(struct job *j);

#endif
