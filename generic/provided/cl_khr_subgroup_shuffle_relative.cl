// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cl_khr_subgroup_shuffle_relative, by the device's shuffles. The value of a lane that does not exist is undefined: an existing lane is
 * read in its place. */
#ifndef T
#define CLGROUP_TYPE_BODY <provided/cl_khr_subgroup_shuffle_relative.cl>
#include <provided/device.inc>

#else
#define CLGROUP_SHUFFLE sub_group_shuffle
#include <provided/by_index.inc>

T CLGROUP_BUILTIN sub_group_shuffle_up(T x, uint delta) {
  const uint own = get_sub_group_local_id();
  return CLGROUP_BY_INDEX(x, delta <= own ? own - delta : own);
}

T CLGROUP_BUILTIN sub_group_shuffle_down(T x, uint delta) {
  const uint own = get_sub_group_local_id();
  return CLGROUP_BY_INDEX(x, delta < get_max_sub_group_size() - own ? own + delta : own);
}
#undef CLGROUP_BY_INDEX
#undef CLGROUP_SHUFFLE
#endif
