# A reduce by atomics back to back with the next call writes where other sub-groups still read.
# fault: scratch reused too early
# file: generic/work_group/subgroup/by_atomics.inc
# strategy: vector
# filter: calls/*
# options: --sub-group-size 8
# judge: intel
s/scratch_double_buffered/scratch_single_buffered/
