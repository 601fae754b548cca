# The first sub-group combines the values of the others in another order than its own lanes.
# fault: another order of floating-point operations
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# options: --sub-group-size 16
# judge: intel
s/first = lane << log2/first = (lane ^ 3) << log2/
