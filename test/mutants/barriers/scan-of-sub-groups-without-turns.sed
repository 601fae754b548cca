# As 80, for scans (where each sub-group combines for itself: elsewhere a scan reads no other slot at its end).
# fault: scratch reused too early
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: calls/*
# options: --sub-group-size 16
# judge: intel
s/scratch_double_buffered/scratch_single_buffered/
