# What is before a sub-group has the totals of the first lanes alone, of which a last sub-group may have few.
# file: generic/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*_add/float/*
# options: --sub-group-size 8
s/min(shares ? lanes : 8u, live)/shares ? lanes : 8u/
