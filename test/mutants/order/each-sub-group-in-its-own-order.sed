# Each sub-group combines the sub-groups' values in an order of its own: work-items get different bits.
# fault: another order of floating-point operations
# file: generic/work_group/subgroup/fold.inc
# strategy: subgroup
# filter: reduce_add/float/*
# options: --sub-group-size 16
# judge: intel
s/(values + first, end - first)/(values + (first + get_sub_group_id()) % count, end - first)/
