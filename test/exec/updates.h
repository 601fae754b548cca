/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The judge of functions that combine what a group has into an atomic, which many groups share. */
#ifndef EXEC_UPDATES_H
#define EXEC_UPDATES_H

#include "judge.h"

/* The columns of such a test: what the functions return, where they return something, and the atomics, one in each of
 * the column's first three values. A reduce's result holds the whole group, an inclusive scan's the member too, an
 * exclusive scan's what came before. */
enum { UPDATE_REDUCE, UPDATE_INCLUSIVE, UPDATE_EXCLUSIVE, UPDATE_ATOMICS, UPDATE_COLUMNS };

/* Makes a test one of these: its groups, and the functions whose results count: a set of columns. The atomics begin as
 * `start`; or each work-group has its own, which begin as 0 and go into them in the end. */
void update_test(struct test *t, unsigned functions, struct value start, bool is_local);

#endif
