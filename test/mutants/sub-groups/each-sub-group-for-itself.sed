# Every work-group is taken for one sub-group.
# fault: one sub-group for the work-group
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# judge: intel
s/count = is_tree ? groups/count = is_tree ? 1/
