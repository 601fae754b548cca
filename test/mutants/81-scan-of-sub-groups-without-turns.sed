# As 80, for scans.
# fault: scratch reused too early
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: calls/*
# options: --sub-group-size 8
# judge: intel
s/scratch_turn/scratch_own/
