# The number of sub-groups is rounded down.
# fault: wrong sub-group counts
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
s/count = is_tree ? get_num_sub_groups()/count = is_tree ? max(clgroup_size() \/ get_max_sub_group_size(), 1u)/
