# A warp gets the combination of those before the one below it.
# fault: contributions lost
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: scan_*/int/*
# judge: nvptx64
s/ends\[group\] = OP_COMBINE(before, through)/ends[group] = before/
