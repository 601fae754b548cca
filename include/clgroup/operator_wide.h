/* Tiles of several sub-groups, ranks being lanes (group_facts.h); part of <clgroup/operator.h>.
 *
 * Each sub-group scans its values by shuffles. Then blocks of 1, S, S^2 ... sub-groups, S being the lanes of a sub-group, are combined to
 * blocks of S times as many, until one is the tile: each lane of a sub-group loads the sum of one block, and they scan these by shuffles.
 *
 * Barriers: one for each such step, log of base S of the sub-groups of a tile; two, where the last sub-group of the work-group is not full.
 * That one may have too few lanes for the sums of its block: it loads what it needs from the scan of another. Types of more than 8 bytes
 * have as many for each 8 bytes. Scratch: that of clgroup_work_group_shuffle(). */

/* *total: the tile's sum. *part: the inclusive scan, or what is before this work-item in the tile, or nothing. `width`: a power of two, of
 * more than the lanes of a sub-group. */
CLGROUP_INLINE void CLGROUP_OP(clgroup_wide_tile_)(CLGROUP_TYPE x, uint width, private CLGROUP_TYPE *part, private CLGROUP_TYPE *total,
                                                   clgroup_part kind) {
  const clgroup_members all = clgroup_all_of_work_group(), lanes = clgroup_lanes_of_tile(CLGROUP_WHOLE);
  const uint n = clgroup_size(), size = clgroup_max_lanes(), groups = (n - 1) / size + 1, group = clgroup_rank() / size;
  const uint lane = clgroup_lane(), last_lane = clgroup_live_lanes() - 1, of_tile = width / size;
  const bool is_uneven = n % size != 0;
  bool has_part = kind == CLGROUP_THROUGH || lane != 0;
  const CLGROUP_TYPE through = CLGROUP_OP(clgroup_tile_scan_)(x, CLGROUP_WHOLE, lanes);
  *part = kind == CLGROUP_BEFORE ? CLGROUP_OP(clgroup_tile_before_)(through, CLGROUP_WHOLE, lanes) : through;
  *total = CLGROUP_OP(clgroup_tile_total_)(through, CLGROUP_WHOLE, lanes);
  for (uint step = 1; step < of_tile && step < groups; step *= size) {
    const uint radix = min(size, of_tile / step), first = group & ~(radix * step - 1), own = (group - first) / step;
    const uint last = (min(radix * step, groups - first) - 1) / step;
    CLGROUP_TYPE sums = CLGROUP_OP(clgroup_take_)(*total, (first + min(lane, last) * step) * size, all);
    sums = CLGROUP_OP(clgroup_tile_scan_)(sums, radix, lanes);
    CLGROUP_TYPE before = sums;
    if (kind != CLGROUP_NO_PART)
      before = CLGROUP_OP(clgroup_take_)(sums, min(own ? own - 1 : 0, last_lane), lanes);
    CLGROUP_TYPE sum = CLGROUP_OP(clgroup_take_)(sums, min(last, last_lane), lanes);
    if (is_uneven) {
      const CLGROUP_TYPE loaded = CLGROUP_OP(clgroup_take_)(sums, first * size + (own ? own - 1 : 0), all);
      if (group == groups - 1 && own) {
        before = loaded;
        sum = CLGROUP_OP(clgroup_combine_)(loaded, *total);
      }
    }
    *total = sum;
    if (own && kind != CLGROUP_NO_PART) {
      *part = has_part ? CLGROUP_OP(clgroup_combine_)(before, *part) : before;
      has_part = true;
    }
  }
}
