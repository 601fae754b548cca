# As 10, where turns see to it.
# fault: scratch reused too early
# file: generic/work_group/broadcast.inc
# strategy: tree
# filter: calls/*
s/scratch_double_buffered/scratch_single_buffered/
