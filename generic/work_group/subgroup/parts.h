/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sub-group functions and reduces of 64-bit integers by 32-bit sub-group functions and atomics, for SPIR-V.
 *
 * Many of Intel's GPUs since Gen11 have no 64-bit integers. For a kernel with a sum of them Intel's own function takes 966 to 2368
 * instructions, shuffles take 262 to 956, and these 100 to 133; the compiler also chooses longer sub-groups for them. */
#ifndef CLGROUP_SUBGROUP_PARTS_H
#define CLGROUP_SUBGROUP_PARTS_H

#include <primitives.h>
#include <scratch.h>

/* A sum in parts of 16, 16 and 32 bits. The first two cannot overflow in a work-group of up to 65536 work-items. */
struct clgroup_parts {
  uint first, second, high;
};
CLGROUP_HELPER struct clgroup_parts clgroup_parts_of(ulong x) {
  return (struct clgroup_parts){(uint)x & 0xffff, (uint)x >> 16, (uint)(x >> 32)};
}
CLGROUP_HELPER ulong clgroup_parts_value(struct clgroup_parts p) {
  return p.first + ((ulong)p.second << 16) + ((ulong)p.high << 32);
}
CLGROUP_HELPER struct clgroup_parts clgroup_sub_group_parts(ulong x) {
  const struct clgroup_parts p = clgroup_parts_of(x);
  return (struct clgroup_parts){sub_group_reduce_add(p.first), sub_group_reduce_add(p.second), sub_group_reduce_add(p.high)};
}
CLGROUP_HELPER ulong clgroup_parts_reduce_add(ulong x) {
  return clgroup_parts_value(clgroup_sub_group_parts(x));
}
CLGROUP_HELPER ulong clgroup_parts_scan_exclusive_add(ulong x) {
  const struct clgroup_parts p = clgroup_parts_of(x);
  return clgroup_parts_value((struct clgroup_parts){sub_group_scan_exclusive_add(p.first), sub_group_scan_exclusive_add(p.second),
                                                    sub_group_scan_exclusive_add(p.high)});
}
CLGROUP_HELPER ulong clgroup_parts_scan_inclusive_add(ulong x) {
  return x + clgroup_parts_scan_exclusive_add(x);
}

/* work_group_reduce_add: all work-items store 0 for each part; barrier; lane 0 of each sub-group adds the sub-group's parts by atomics;
 * barrier; all load them. */
CLGROUP_HELPER ulong clgroup_work_group_parts_reduce_add(ulong x) {
  local uint *sum = (local uint *)__clgroup_scratch_double_buffered(sizeof(uint), 0, 3);
  const struct clgroup_parts p = clgroup_sub_group_parts(x);
  sum[0] = 0;
  sum[1] = 0;
  sum[2] = 0;
  clgroup_barrier();
  if (get_sub_group_local_id() == 0) {
    atomic_add(sum, p.first);
    atomic_add(sum + 1, p.second);
    atomic_add(sum + 2, p.high);
  }
  clgroup_barrier();
  x = clgroup_parts_value((struct clgroup_parts){sum[0], sum[1], sum[2]});
  __clgroup_scratch_release();
  return x;
}

/* Reduces by min and max: first the extreme of the upper halves, then that of the lower halves of the values that have this upper half.
 * `worst_high` and `worst_low` lose to all others. Scans by shuffles from lower lanes, which are always there (the lowest one may count
 * twice): Intel's compiler asks for a sub-group's size in its own, and has 1.1 to 1.3 times the instructions.
 *
 * work_group_reduce: all work-items store the worst halves; barrier; lane 0 of each sub-group combines the sub-group's upper half by an
 * atomic; barrier; the same for the lower half; barrier; all load both. */
#define CLGROUP_IN_PARTS(type, half_type, OP, worst_high, worst_low)                                                               \
  CLGROUP_HELPER type clgroup_parts_reduce_##OP(type x) {                                                                          \
    const half_type own = (half_type)(x >> 32), high = sub_group_reduce_##OP(own);                                                 \
    return (type)((ulong)(uint)high << 32 | sub_group_reduce_##OP(own == high ? (uint)x : worst_low));                             \
  }                                                                                                                                \
  CLGROUP_HELPER type clgroup_parts_scan_inclusive_##OP(type x) {                                                                  \
    const uint lane = get_sub_group_local_id();                                                                                    \
    for (uint step = 1; step < get_max_sub_group_size(); step *= 2)                                                                \
      x = OP(x, clgroup_shuffle(x, lane - min(lane, step)));                                                                       \
    return x;                                                                                                                      \
  }                                                                                                                                \
  CLGROUP_HELPER type clgroup_parts_scan_exclusive_##OP(type x) {                                                                  \
    const uint lane = get_sub_group_local_id();                                                                                    \
    const type below = clgroup_shuffle(x, lane == 0 ? 0 : lane - 1);                                                               \
    return clgroup_parts_scan_inclusive_##OP(lane == 0 ? (type)((ulong)worst_high << 32 | worst_low) : below);                     \
  }                                                                                                                                \
  CLGROUP_HELPER type clgroup_work_group_parts_reduce_##OP(type x) {                                                               \
    local half_type *high = (local half_type *)__clgroup_scratch_double_buffered(sizeof(uint), 0, 2);                              \
    local uint *low = (local uint *)high + 1;                                                                                      \
    const half_type own = (half_type)(x >> 32), best = sub_group_reduce_##OP(own);                                                 \
    *high = worst_high;                                                                                                            \
    *low = worst_low;                                                                                                              \
    clgroup_barrier();                                                                                                             \
    if (get_sub_group_local_id() == 0)                                                                                             \
      atomic_##OP(high, best);                                                                                                     \
    clgroup_barrier();                                                                                                             \
    const uint lower = sub_group_reduce_##OP(own == *high ? (uint)x : worst_low);                                                  \
    if (get_sub_group_local_id() == 0)                                                                                             \
      atomic_##OP(low, lower);                                                                                                     \
    clgroup_barrier();                                                                                                             \
    x = (type)((ulong)(uint)*high << 32 | *low);                                                                                   \
    __clgroup_scratch_release();                                                                                                   \
    return x;                                                                                                                      \
  }
CLGROUP_IN_PARTS(long, int, min, INT_MAX, UINT_MAX)
CLGROUP_IN_PARTS(long, int, max, INT_MIN, 0u)
CLGROUP_IN_PARTS(ulong, uint, min, UINT_MAX, UINT_MAX)
CLGROUP_IN_PARTS(ulong, uint, max, 0u, 0u)
#undef CLGROUP_IN_PARTS

#endif
