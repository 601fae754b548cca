/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tiles of several sub-groups, ranks being lanes (group_facts.h); part of <clgroup/operator.h>.
 *
 * Each sub-group scans its values by shuffles. Then blocks of 1, S, S^2 ... sub-groups, S being the lanes of a sub-group, are combined to
 * blocks of S times as many, until one is the tile: each lane of a sub-group loads the sum of one block, and they scan these by shuffles.
 *
 * Barriers: one for each such step, log of base S of the sub-groups of a tile; two, where the last sub-group of the work-group is not full.
 * That one may have too few lanes for the sums of its block: it loads what it needs from the scan of another. Types of more than 8 bytes
 * have as many for each 8 bytes. Scratch: that of clgroup_work_group_shuffle(). */

/* *total: the tile's sum. *part: the inclusive scan, or what is before this work-item in the tile, or nothing. `__width`: a power of two, of
 * more than the lanes of a sub-group. */
CLGROUP_INLINE void CLGROUP_OP(clgroup_wide_tile_)(CLGROUP_TYPE __x, uint __width, private CLGROUP_TYPE *__part, private CLGROUP_TYPE *__total,
                                                   clgroup_part __kind) {
  const clgroup_members __all = clgroup_all_of_work_group(), __lanes = clgroup_lanes_of_tile(CLGROUP_WHOLE);
  const uint __n = clgroup_size(), __size = clgroup_max_lanes(), __groups = (__n - 1) / __size + 1, __group = clgroup_rank() / __size;
  const uint __lane = clgroup_lane(), __last_lane = clgroup_live_lanes() - 1, __of_tile = __width / __size;
  const bool __is_uneven = __n % __size != 0;
  bool __has_part = __kind == CLGROUP_THROUGH || __lane != 0;
  const CLGROUP_TYPE __through = CLGROUP_OP(clgroup_tile_scan_)(__x, CLGROUP_WHOLE, __lanes);
  *__part = __kind == CLGROUP_BEFORE ? CLGROUP_OP(clgroup_tile_before_)(__through, CLGROUP_WHOLE, __lanes) : __through;
  *__total = CLGROUP_OP(clgroup_tile_total_)(__through, CLGROUP_WHOLE, __lanes);
  for (uint __step = 1; __step < __of_tile && __step < __groups; __step *= __size) {
    const uint __radix = min(__size, __of_tile / __step), __first = __group & ~(__radix * __step - 1), __own = (__group - __first) / __step;
    const uint __last = (min(__radix * __step, __groups - __first) - 1) / __step;
    CLGROUP_TYPE __sums = CLGROUP_OP(clgroup_take_)(*__total, (__first + min(__lane, __last) * __step) * __size, __all);
    __sums = CLGROUP_OP(clgroup_tile_scan_)(__sums, __radix, __lanes);
    CLGROUP_TYPE __before = __sums;
    if (__kind != CLGROUP_NO_PART)
      __before = CLGROUP_OP(clgroup_take_)(__sums, min(__own ? __own - 1 : 0, __last_lane), __lanes);
    CLGROUP_TYPE __sum = CLGROUP_OP(clgroup_take_)(__sums, min(__last, __last_lane), __lanes);
    if (__is_uneven) {
      const CLGROUP_TYPE __loaded = CLGROUP_OP(clgroup_take_)(__sums, __first * __size + (__own ? __own - 1 : 0), __all);
      if (__group == __groups - 1 && __own) {
        __before = __loaded;
        __sum = CLGROUP_OP(clgroup_combine_)(__loaded, *__total);
      }
    }
    *__total = __sum;
    if (__own && __kind != CLGROUP_NO_PART) {
      *__part = __has_part ? CLGROUP_OP(clgroup_combine_)(__before, *__part) : __before;
      __has_part = true;
    }
  }
}
