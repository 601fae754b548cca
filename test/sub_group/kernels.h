/* The source of a program: a kernel for each test. */
#ifndef SUB_GROUP_KERNELS_H
#define SUB_GROUP_KERNELS_H

#include "functions.h"

/* An item of a kernel's input; of its output, one element for each column. */
struct item {
  uint64_t x;
  int32_t a;
  uint32_t branch;
};
enum { COLUMN_RESULT, COLUMN_PLACE, COLUMNS };

/* To be freed by the caller. */
char *sub_group_text(enum ref_type type, const struct test *tests, unsigned count);

#endif
