// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The inclusive scan of a whole array: in one pass over it (decoupled look-back), or in two.
 *
 * One pass, scan_in_one_pass: a work-group takes the next part, scans it, publishes the part's sum, and looks back over the parts before
 * its own, adding up their sums, until it finds one whose inclusive prefix, the sum of all parts through that one, is published. It then
 * publishes its own inclusive prefix, and adds what it has found to its items. The array is read once and written once.
 *
 *   Forward progress: a work-group waits for parts that earlier ones have taken. Parts are numbered by the order in which work-groups begin
 *   (`ticket`), not by their ids, so it waits only for work-groups that run already. They must go on running while it waits. OpenCL does not
 *   promise that of any device; it holds where a driver keeps work-groups on the device until they end, as today's drivers for GPUs and
 *   CPUs do. On a device that preempts a work-group and does not resume it while another one waits, the kernel would never end.
 *
 *   A status is one word, so that relaxed atomics are enough: two bits say what the other 30 hold. The sum of all must be less than 2^30.
 *
 * Two passes, for devices that do not promise it: reduce_parts, place_parts (one work-group), scan_parts. No work-group waits. */
#define WORK_GROUP 256
#define ITEMS 8
#define INLINE static inline __attribute__((always_inline)) /* rusticl 25 crashes on calls with private arrays */

#define NOTHING 0u
#define HAS_SUM (1u << 30)     /* the sum of the part */
#define HAS_THROUGH (2u << 30) /* the sum of all parts through this one */
#define KIND(status) ((status) & (3u << 30))
#define SUM(status) ((status) & ((1u << 30) - 1))

typedef struct {
  volatile global uint *statuses;
  uint part;
} look_back;

/* The sum of all parts before this one, for all work-items: the first one looks. */
static uint sum_before(look_back here, uint sum) {
  uint before = 0;
  if (get_local_id(0) == 0) {
    volatile global uint *const own = here.statuses + here.part;
    if (here.part)
      atomic_xchg(own, HAS_SUM | sum);
    for (uint part = here.part; part;) {
      const uint status = atomic_or(here.statuses + part - 1, 0);
      if (KIND(status) == NOTHING)
        continue;
      before += SUM(status);
      part = KIND(status) == HAS_THROUGH ? 0 : part - 1;
    }
    atomic_xchg(own, HAS_THROUGH | (before + sum));
  }
  return work_group_broadcast(before, 0);
}

#define CLGROUP_OPERATOR add
#define CLGROUP_TYPE uint
#define CLGROUP_PREFIX_TYPE look_back
#define CLGROUP_PREFIX(here, sum) sum_before(here, sum)
#include <clgroup/operator.h>

#include "../common/place-counts.h"

INLINE void load(global const uint *in, uint n, uint part, uint *x) {
  const uint first = (part * WORK_GROUP + (uint)get_local_id(0)) * ITEMS;
  for (uint i = 0; i < ITEMS; i++)
    x[i] = first + i < n ? in[first + i] : 0;
}

INLINE void store(global uint *out, uint n, uint part, const uint *x) {
  const uint first = (part * WORK_GROUP + (uint)get_local_id(0)) * ITEMS;
  for (uint i = 0; i < ITEMS; i++)
    if (first + i < n)
      out[first + i] = x[i];
}

/* `ticket` and the statuses must be 0 before the launch. */
kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void scan_in_one_pass(global const uint *in, uint n, volatile global uint *ticket,
                                                                                    volatile global uint *statuses, global uint *out) {
  uint x[ITEMS], taken = 0;
  if (get_local_id(0) == 0)
    taken = atomic_inc(ticket);
  const look_back here = {statuses, work_group_broadcast(taken, 0)};
  load(in, n, here.part, x);
  work_group_scan_inclusive_items_after_add(x, ITEMS, here);
  store(out, n, here.part, x);
}

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void reduce_parts(global const uint *in, uint n, global uint *sums) {
  uint x[ITEMS];
  load(in, n, (uint)get_group_id(0), x);
  const uint sum = work_group_reduce_items_add(x, ITEMS);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}

/* Launched as one work-group. */
kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void place_parts(global uint *sums, uint parts) {
  place_counts(sums, parts);
}

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void scan_parts(global const uint *in, uint n, global const uint *sums,
                                                                              global uint *out) {
  uint x[ITEMS];
  load(in, n, (uint)get_group_id(0), x);
  work_group_scan_inclusive_items_from_add(x, ITEMS, sums[get_group_id(0)]);
  store(out, n, (uint)get_group_id(0), x);
}
