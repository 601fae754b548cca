/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What stands before each of n counts, in their place, for kernels that are launched as one work-group; returns the sum
 * of all. Needs WORK_GROUP, ITEMS, and <clgroup/operator.h> with add on uint. */
static inline __attribute__((always_inline)) uint place_counts(global uint *counts, uint n) {
  uint before = 0;
  for (uint first = 0; first < n; first += WORK_GROUP * ITEMS) {
    uint x[ITEMS];
    const uint at = first + (uint)get_local_id(0) * ITEMS;
    for (uint i = 0; i < ITEMS; i++)
      x[i] = at + i < n ? counts[at + i] : 0;
    before = work_group_scan_exclusive_items_from_add(x, ITEMS, before);
    for (uint i = 0; i < ITEMS; i++)
      if (at + i < n)
        counts[at + i] = x[i];
  }
  return before;
}
