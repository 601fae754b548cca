/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The index functions of lowering.h, which remain calls in the bitcode that clgroup-cc writes and are inlined elsewhere. C, not
 * OpenCL C: there a work-item's queries are pure, so the compiler merges equal ones, which these functions prevent. */
#include <lowering.h>

typedef __SIZE_TYPE__ size;
extern size get_local_id(unsigned dimension) __asm__("_Z12get_local_idj");
extern size get_local_size(unsigned dimension) __asm__("_Z14get_local_sizej");
extern unsigned get_work_dim(void) __asm__("_Z12get_work_dimv");

#define INLINE __attribute__((always_inline))

/* The condition asks for the dimensions, and not for sizes: PoCL 7.1 deletes queries of sizes, but keeps notes of those in
 * conditions, and mistakes other values for them (docs/drivers.md, "memory of deleted queries"). */
static inline INLINE size index_of_item(void) {
  size row = 0;
  if (get_work_dim() != 1)
    row = ((unsigned)get_local_id(2) * (unsigned)get_local_size(1) + (unsigned)get_local_id(1)) *
          (unsigned)get_local_size(0);
  return row + get_local_id(0);
}

INLINE size CLGROUP_INDEX_AFTER_BARRIER(void) {
  return index_of_item();
}

INLINE size CLGROUP_INDEX_IN_LOOP(void) {
  return index_of_item();
}
