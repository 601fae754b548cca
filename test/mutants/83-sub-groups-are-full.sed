# The last sub-group counts as a full one.
# fault: wrong sub-group counts
# file: generic/work_group/subgroup/layout.h
# strategy: subgroup
# filter: reduce_*/int/*
s/return min(get_sub_group_size(), clgroup_size() - first);/return get_max_sub_group_size() + 0 * first;/
