/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the rows of a page's tables: | CUDA | `code` | what y is in each of 8 work-items |. */
#ifndef COOPERATIVE_TABLE_H
#define COOPERATIVE_TABLE_H

#include "job.h"

/* A test for each row. Rows that need sub-groups are skipped where the strategy has none. */
void run_table(struct job *j, const char *path);

#endif
