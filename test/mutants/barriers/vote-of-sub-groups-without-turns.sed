# As 08, by sub-groups.
# fault: scratch reused too early
# file: generic/work_group/subgroup/vote.inc
# strategy: subgroup
# filter: calls/*
# options: --sub-group-size 8
# judge: intel
s/scratch_double_buffered/scratch_single_buffered/
