# A scan back to back with the next call writes where other warps still read.
# fault: scratch reused too early
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: calls/required_size/*
# judge: nvptx64
s/scratch_double_buffered/scratch_single_buffered/
