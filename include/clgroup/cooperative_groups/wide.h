/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tiles of several sub-groups, in the way that <clgroup/operator_wide.h> describes; part of <clgroup/cooperative_groups.h>. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_WIDE_H
#define CLGROUP_COOPERATIVE_GROUPS_WIDE_H
#include <clgroup/cooperative_groups/scans.h>

namespace cooperative_groups {
namespace clgroup {

/* The answer is the same in all of a work-group. If there is only one sub-group, its number of lanes may be no power of two: its tiles fit
 * in it, and use tile_of_lanes. */
template <unsigned __N> CLGROUP_INLINE bool __is_wide() {
  const uint __lanes = clgroup_max_lanes();
  return __N > __lanes && (__lanes & (__lanes - 1)) == 0 && clgroup_ranks_are_lanes();
}

/* The inclusive scan over `__width` lanes, in each tile of that width. `__Width`: the same or more, if the sub-group's size is known. */
template <unsigned __Width, class __T, class __F> CLGROUP_INLINE __T __scan_lanes(__T __x, uint __width, __F __op) {
#if CLGROUP_SURE_LANES > 1
  return __scan_tile<__Width>(__tile_of_lanes<__Width>::__here(), __x, __op);
#else
  const uint __self = clgroup_lane(), __own = __self & (__width - 1);
  for (uint __n = 1; __n < __width; __n *= 2) {
    const __T __below = __get_by_lanes(__x, __own >= __n ? __self - __n : __self, ~0ul);
    if (__own >= __n)
      __x = __op(__below, __x);
  }
  return __x;
#endif
}

/* The tile's sum, or its inclusive scan. */
template <unsigned __N, bool __Is_sum, class __T, class __F> CLGROUP_INLINE __T __wide_tile(__T __x, __F __op) {
  constexpr uint __all_lanes = CLGROUP_SURE_LANES, __all_blocks = __N / CLGROUP_SURE_LANES < __all_lanes ? __N / CLGROUP_SURE_LANES : __all_lanes;
  const uint __n = clgroup_size(), __size = clgroup_max_lanes(), __groups = (__n - 1) / __size + 1, __group = clgroup_rank() / __size;
  const uint __lane = clgroup_lane(), __last_lane = min(__size, __n - __group * __size) - 1, __of_tile = __N / __size;
  const bool __is_uneven = __n % __size != 0;
  __T __through = __scan_lanes<__all_lanes>(__x, __size, __op), __total = __get_by_lanes(__through, __last_lane, ~0ul);
  for (uint __step = 1; __step < __of_tile && __step < __groups; __step *= __size) {
    const uint __radix = min(__size, __of_tile / __step), __first = __group & ~(__radix * __step - 1), __own = (__group - __first) / __step;
    const uint __last = (min(__radix * __step, __groups - __first) - 1) / __step;
    const __T __sums = __scan_lanes<__all_blocks>(__get_by_memory(__total, (__first + min(__lane, __last) * __step) * __size), __radix, __op);
    __T __before = __sums, __sum = __get_by_lanes(__sums, min(__last, __last_lane), ~0ul);
    if (!__Is_sum)
      __before = __get_by_lanes(__sums, min(__own ? __own - 1 : 0, __last_lane), ~0ul);
    if (__is_uneven) {
      const __T __loaded = __get_by_memory(__sums, __first * __size + (__own ? __own - 1 : 0));
      if (__group == __groups - 1 && __own) {
        __before = __loaded;
        __sum = __op(__loaded, __total);
      }
    }
    __total = __sum;
    if (!__Is_sum && __own)
      __through = __op(__before, __through);
  }
  return __Is_sum ? __total : __through;
}

} // namespace clgroup
} // namespace cooperative_groups

#endif
