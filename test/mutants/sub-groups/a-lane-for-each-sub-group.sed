# Only as many sub-groups count as a sub-group has lanes.
# fault: more sub-groups than lanes
# file: generic/work_group/subgroup/layout.h
# strategy: subgroup
# filter: reduce_*/int/*
# options: --sub-group-size 4
# judge: intel
s/live << log2 < count/live << log2 < min(count, live)/
