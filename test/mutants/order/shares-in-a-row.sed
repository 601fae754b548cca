# Where there are more sub-groups than lanes, a lane adds its share of their sums up in a row.
# fault: another order of floating-point operations
# file: generic/work_group/subgroup/fold.inc
# strategy: subgroup
# filter: reduce_add/float/*
# options: --sub-group-size 8
# judge: intel
s/^#if OP_FIXED_TREE/#if 0/
