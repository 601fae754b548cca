# One sub-group is not counted.
# fault: wrong sub-group counts
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
s/count = is_tree ? groups : n/count = is_tree ? max(groups - 1, 1u) : n/
