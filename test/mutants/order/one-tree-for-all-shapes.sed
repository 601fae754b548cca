# Sub-groups are taken for the levels of one tree where they are not.
# fault: another order of floating-point operations
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# options: --sub-group-size 16
# judge: intel
s/is_tree = clgroup_sub_groups_are_full(groups)/is_tree = true/
