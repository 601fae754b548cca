// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Stream compaction: the elements that pass a test, in their order, for any number of elements. Three kernels, since a work-group cannot
 * wait for another one:
 *
 *   count_kept   how many of each work-group's elements pass
 *   place_parts  turns the counts into what stands before each part: one work-group, which goes through all parts
 *   write_kept   writes each element that passes to its place: that of its part, plus what the scan of all flags says
 *
 * A work-item has 8 neighbouring elements. Elements beyond the end do not pass, so no count of elements is special. */
#define WORK_GROUP 256
#define ITEMS 8
#define INLINE static inline __attribute__((always_inline)) /* rusticl 25 crashes on calls with private arrays */

#define CLGROUP_OPERATOR add
#define CLGROUP_TYPE uint
#include <clgroup/operator.h>

#include "../common/place-counts.h"

static bool passes(uint x) {
  return x % 3 == 0;
}

/* Returns how many elements this work-item has, and sets a flag for each that passes. */
INLINE void load(global const uint *in, uint n, uint *x, uint *flags) {
  const uint first = (uint)get_global_id(0) * ITEMS;
  for (uint i = 0; i < ITEMS; i++) {
    x[i] = first + i < n ? in[first + i] : 0;
    flags[i] = first + i < n && passes(x[i]);
  }
}

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void count_kept(global const uint *in, uint n, global uint *counts) {
  uint x[ITEMS], flags[ITEMS];
  load(in, n, x, flags);
  const uint count = work_group_reduce_items_add(flags, ITEMS);
  if (get_local_id(0) == 0)
    counts[get_group_id(0)] = count;
}

/* Launched as one work-group. counts[parts] becomes the sum of all. */
kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void place_parts(global uint *counts, uint parts) {
  const uint all = place_counts(counts, parts);
  if (get_local_id(0) == 0)
    counts[parts] = all;
}

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void write_kept(global const uint *in, uint n, global const uint *places,
                                                                              global uint *out) {
  uint x[ITEMS], flags[ITEMS], at[ITEMS];
  load(in, n, x, flags);
  for (uint i = 0; i < ITEMS; i++)
    at[i] = flags[i];
  work_group_scan_exclusive_items_from_add(at, ITEMS, places[get_group_id(0)]);
  for (uint i = 0; i < ITEMS; i++)
    if (flags[i])
      out[at[i]] = x[i];
}
