# Of an even number of totals before a sub-group the last one does not count.
# fault: more sub-groups than lanes
# file: generic/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*/int/*
# options: --sub-group-size 4
# judge: intel
s/i + 1 < count/i + 2 < count/
