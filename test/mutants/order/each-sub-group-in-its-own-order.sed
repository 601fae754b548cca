# Each sub-group combines the sub-groups' values in a different order: work-items get different bits.
# fault: another order of floating-point operations
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# options: --sub-group-size 16
# judge: intel
s/values\[min(lane, count - 1) \* step\]/values[(min(lane, count - 1) + get_sub_group_id()) % count * step]/
