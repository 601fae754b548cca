/* reduce_update, inclusive_scan_update and exclusive_scan_update, with many work-groups at one atomic. */
#ifndef COOPERATIVE_ATOMICS_H
#define COOPERATIVE_ATOMICS_H

#include "program.h"

enum { ATOMIC_TESTS = 21 };

const char *atomic_name(unsigned index);
void atomic_test(struct builder *b, unsigned index);

#endif
