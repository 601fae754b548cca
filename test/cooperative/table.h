/* Runs the rows of a page's tables: | CUDA | `code` | what y is in each of 8 work-items |. */
#ifndef COOPERATIVE_TABLE_H
#define COOPERATIVE_TABLE_H

#include "program.h"

/* Reports a test for each row. Rows that need sub-groups are skipped where the builder's strategy has none. */
void table_test(struct builder *b, const char *path);

#endif
