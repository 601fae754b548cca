# The last sub-group's result is not combined with the others'.
# fault: one group of contributions lost
# file: generic/work_group/vector/reduce.inc
# strategy: vector
# filter: reduce_max/long/*
# options: --sub-group-size 8
# judge: intel
s/i = 1; i < groups;/i = 1; i + 1 < groups;/
