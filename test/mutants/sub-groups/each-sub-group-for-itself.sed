# Every work-group is taken for one sub-group.
# fault: one sub-group for the work-group
# file: generic/work_group/subgroup/layout.h
# strategy: subgroup
# filter: reduce_*/int/*
# judge: intel
s/get_num_sub_groups() == 1/get_num_sub_groups() != 0/
