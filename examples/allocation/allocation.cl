// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Dynamic allocation from a shared buffer: each work-item needs a number of words that is known only at run time. scan_update adds the sum
 * of the work-group's needs to the buffer's end by one atomic, and tells each work-item where its words begin. The order of the work-groups
 * in the buffer is that in which they reach the atomic; in a work-group it is that of the ranks.
 *
 * A work-item whose words do not fit gets none: its place is NONE, and the end says how large the buffer would have to be. */
#define WORK_GROUP 256
#define NONE 0xffffffffu

#define CLGROUP_OPERATOR add
#define CLGROUP_TYPE uint
#include <clgroup/operator.h>

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void allocate(global const uint *needs, uint n, global uint *buffer, uint size,
                                                                            volatile global uint *end, global uint *places) {
  const uint i = (uint)get_global_id(0), need = i < n ? needs[i] : 0;
  const uint at = work_group_scan_exclusive_update_add(end, need);
  const bool fits = at <= size && need <= size - at;
  for (uint k = 0; fits && k < need; k++)
    buffer[at + k] = i;
  if (i < n)
    places[i] = fits ? at : NONE;
}
