# What is before the fourth block of four lanes has the third block's total twice, and not the second's.
# fault: wrong prefixes in sub-groups
# file: generic/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*_add/float/*
# options: --sub-group-size 16
# judge: intel
s/CLGROUP_AND_BLOCK(first, 1), of3/CLGROUP_AND_BLOCK(first, 2), of3/
