/* The tests: each is a kernel of an operator's program. */
#ifndef SCANS_KERNELS_H
#define SCANS_KERNELS_H

#include "operators.h"

enum family {
  FAMILY_TILE,      /* reduce, inclusive and exclusive scan, in the first three columns */
  FAMILY_DIVERGENT, /* the same by every other tile, then by the others */
  FAMILY_SUB_GROUP, /* the same over sub-groups */
  FAMILY_COALESCED, /* the same over the lanes of either arm of a branch */
  FAMILY_GROUP,     /* the same over the work-group */
  FAMILY_UNSET,  /* scans of a variable that the tile's first half alone has set, in a branch, where it goes to column 0
                  */
  FAMILY_ITEMS,  /* n items each: n inclusive, n exclusive, the sum by both and by reduce */
  FAMILY_FROM,   /* the same with a value that goes before: n and n, the sums */
  FAMILY_AFTER,  /* the same with a prefix callback */
  FAMILY_UPDATE, /* scan_update: exclusive and inclusive in a tile of n, a counter for each */
  FAMILY_GROUP_UPDATE,
  FAMILY_COALESCED_UPDATE,
};

struct test {
  enum family family;
  unsigned n; /* the width of tiles, or the number of items */
};

enum {
  MAX_TESTS = 64,
  RESULTS = 2 * 16 + 3,
  COLUMN_PLACE = RESULTS, /* the sub-group's number and the lane, two words */
  COLUMN_COUNTERS,        /* of the first work-items: the atomics */
  COLUMNS
};

struct context {
  unsigned promise; /* CLGROUP_SUB_GROUP_SIZE */
  unsigned reqd;    /* a sub-group size that kernels ask for; 0: none */
  bool has_sub_groups, has_coalesced, is_quick;
};

unsigned kernels_list(const struct op *op, const struct context *context, struct test *tests);
void kernels_name(const struct test *test, char *name, unsigned long size);
/* The text of the program, to be freed by the caller. */
char *scans_text(const struct op *op, const struct context *context, const struct test *tests, unsigned count);

#endif
