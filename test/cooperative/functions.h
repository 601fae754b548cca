/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of the suite. First the groups and their functions: how a kernel makes a group and who its members are;
 * what it calls, and what they must get. */
#ifndef COOPERATIVE_FUNCTIONS_H
#define COOPERATIVE_FUNCTIONS_H

#include "judge.h"

struct group_kind {
  const char *name, *make;                   /* C++ */
  unsigned tile;                             /* 0: its members share a sub-group */
  unsigned parent;                           /* of a tile: the size of the tile around it; 0: the work-group */
  unsigned labels;                           /* members have the same a modulo this; 0: whatever */
  enum { STRAIGHT, ARMS, TURNS } divergence; /* both arms of a branch; one tile after the other */
  const char *sizes, *quick_sizes;           /* of the work-groups: up to the largest that is worth it; a few */
};
enum { GROUP_KINDS = 21 };
extern const struct group_kind group_kinds[GROUP_KINDS];

struct function {
  const char *name, *call; /* `call` is a value, in C++ */
  struct value (*expect)(const struct members *m);
  enum ref_op op; /* of uint */
  enum { UINT, MATRICES, ALL_TYPES } on;
  /* Only for: tiles that no label divides; groups whose sets of members are numbers; one of the kinds, in work-groups
   * that have others beside them in each direction. */
  enum { ALL_KINDS, TILES, SETS, GRID } only;
};

/* The tests of a group's functions; with `quick` on few types. Returns how many. */
unsigned functions_of(const struct group_kind *kind, bool quick, struct test *tests);

extern const char functions_head[];

/* The tests `atomic/...`: reduce_update, inclusive_scan_update and exclusive_scan_update, with many work-groups at one
 * atomic. */
void run_atomics(struct job *j);

/* A test for each row of a page's tables: | CUDA | `code` | what y is in each of 8 work-items |. Rows that need
 * sub-groups are skipped where the strategy has none. */
void run_table(struct job *j, const char *path);

#endif
