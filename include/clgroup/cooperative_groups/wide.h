/* Tiles of several sub-groups, in the way that <clgroup/operator_wide.h> describes; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_WIDE_H
#define CLGROUP_COOPERATIVE_GROUPS_WIDE_H
#include <clgroup/cooperative_groups/scans.h>

namespace cooperative_groups {
namespace clgroup {

/* The same for all of a work-group. One sub-group alone may have a number of lanes that is no power of two: its tiles fit it, and go by
 * tile_of_lanes. */
template <unsigned N> CLGROUP_INLINE bool is_wide() {
  const uint lanes = clgroup_max_lanes();
  return N > lanes && (lanes & (lanes - 1)) == 0 && clgroup_ranks_are_lanes();
}

/* The inclusive scan over `width` lanes, in every tile of so many. `Width`: the same, or more, where the sub-group's size is known. */
template <unsigned Width, class T, class F> CLGROUP_INLINE T scan_lanes(T x, uint width, F op) {
#if CLGROUP_SURE_LANES > 1
  return scan_tile<Width>(tile_of_lanes<Width>::here(), x, op);
#else
  const uint self = clgroup_lane(), own = self & (width - 1);
  for (uint n = 1; n < width; n *= 2) {
    const T below = get_by_lanes(x, own >= n ? self - n : self, ~0ul);
    if (own >= n)
      x = op(below, x);
  }
  return x;
#endif
}

/* The tile's sum, or its inclusive scan. */
template <unsigned N, bool Is_sum, class T, class F> CLGROUP_INLINE T wide_tile(T x, F op) {
  constexpr uint all_lanes = CLGROUP_SURE_LANES, all_blocks = N / CLGROUP_SURE_LANES < all_lanes ? N / CLGROUP_SURE_LANES : all_lanes;
  const uint n = clgroup_size(), size = clgroup_max_lanes(), groups = (n - 1) / size + 1, group = clgroup_rank() / size;
  const uint lane = clgroup_lane(), last_lane = min(size, n - group * size) - 1, of_tile = N / size;
  const bool is_uneven = n % size != 0;
  T through = scan_lanes<all_lanes>(x, size, op), total = get_by_lanes(through, last_lane, ~0ul);
  for (uint step = 1; step < of_tile && step < groups; step *= size) {
    const uint radix = min(size, of_tile / step), first = group & ~(radix * step - 1), own = (group - first) / step;
    const uint last = (min(radix * step, groups - first) - 1) / step;
    const T sums = scan_lanes<all_blocks>(get_by_memory(total, (first + min(lane, last) * step) * size), radix, op);
    T before = sums, sum = get_by_lanes(sums, min(last, last_lane), ~0ul);
    if (!Is_sum)
      before = get_by_lanes(sums, min(own ? own - 1 : 0, last_lane), ~0ul);
    if (is_uneven) {
      const T loaded = get_by_memory(sums, first * size + (own ? own - 1 : 0));
      if (group == groups - 1 && own) {
        before = loaded;
        sum = op(loaded, total);
      }
    }
    total = sum;
    if (!Is_sum && own)
      through = op(before, through);
  }
  return Is_sum ? total : through;
}

} // namespace clgroup
} // namespace cooperative_groups

#endif
