// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The sum of each segment of an array; a flag marks where a segment begins, and the first element begins one.
 *
 * A segment of any length is one scan away, by an operator that is associative and does not commute: of two neighbouring runs of elements it
 * adds the numbers of segments that begin in them, and the sums, unless a segment begins in the second run, whose sum then counts alone. The
 * inclusive scan gives each element its segment's number and the sum so far; the segment's last element writes it.
 *
 *   reduce_parts  the value of each work-group's part
 *   place_parts   what stands before each part: one work-group, which goes through all parts
 *   write_sums    scans each part behind what stands before it */
#define WORK_GROUP 256
#define ITEMS 4
#define INLINE static inline __attribute__((always_inline)) /* rusticl 25 crashes on calls with private arrays */

typedef struct {
  uint begins, sum;
} run;

static run join(run a, run b) {
  return (run){a.begins + b.begins, b.begins ? b.sum : a.sum + b.sum};
}

#define CLGROUP_OPERATOR runs
#define CLGROUP_TYPE run
#define CLGROUP_COMBINE(a, b) join(a, b)
#define CLGROUP_IDENTITY {0, 0}
#include <clgroup/operator.h>

INLINE void load(global const uint *in, global const uchar *begins, uint n, run *x) {
  const uint first = (uint)get_global_id(0) * ITEMS;
  for (uint i = 0; i < ITEMS; i++)
    x[i] = first + i < n ? (run){first + i == 0 || begins[first + i], in[first + i]} : (run){0, 0};
}

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void reduce_parts(global const uint *in, global const uchar *begins, uint n,
                                                                                global run *parts) {
  run x[ITEMS];
  load(in, begins, n, x);
  const run all = work_group_reduce_items_runs(x, ITEMS);
  if (get_local_id(0) == 0)
    parts[get_group_id(0)] = all;
}

/* Launched as one work-group. */
kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void place_parts(global run *parts, uint count) {
  run before = {0, 0};
  for (uint first = 0; first < count; first += WORK_GROUP) {
    const uint part = first + (uint)get_local_id(0);
    run x[1] = {{0, 0}};
    if (part < count)
      x[0] = parts[part];
    before = work_group_scan_exclusive_items_from_runs(x, 1, before);
    if (part < count)
      parts[part] = x[0];
  }
}

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void write_sums(global const uint *in, global const uchar *begins, uint n,
                                                                              global const run *parts, global uint *sums) {
  run x[ITEMS];
  const uint first = (uint)get_global_id(0) * ITEMS;
  load(in, begins, n, x);
  work_group_scan_inclusive_items_from_runs(x, ITEMS, parts[get_group_id(0)]);
  for (uint i = 0; i < ITEMS; i++)
    if (first + i < n && (first + i + 1 == n || begins[first + i + 1]))
      sums[x[i].begins - 1] = x[i].sum;
}
