/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What clgroup-compiler-test and clgroup-scan-test count, and memory that runs out: the linker sends their allocations
 * here (--wrap). */
#ifndef LAYER_COMMON_CHECK_H
#define LAYER_COMMON_CHECK_H

#include <stdbool.h>

/* Counts a test; one that fails is reported by name. */
void check(bool good, const char *format, ...) __attribute__((format(printf, 2, 3)));
void skip(const char *why);
/* Prints the counts. Returns the program's exit status. */
int check_counts(void);

/* Makes the n-th allocation from now on and all later ones fail; 0: none. */
void fail_allocation(long n);
/* The same for the n-th alone. */
void fail_one_allocation(long n);
bool allocation_failed(void);

#endif
