# A last sub-group combines for itself though it has fewer lanes than there are values.
# fault: wrong sub-group counts
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# options: --sub-group-size 16 --sizes full --max-size 128
# judge: intel
s/min(clgroup_last_lanes(), get_max_sub_group_size())/get_max_sub_group_size()/
