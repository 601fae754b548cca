# A vote back to back with the next one writes where others still read.
# fault: scratch reused too early
# file: generic/work_group/vote.inc
# strategy: tree
# filter: calls/*
s/scratch_double_buffered/scratch_single_buffered/
