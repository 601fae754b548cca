# Only as many sub-groups count as a sub-group has lanes.
# fault: more sub-groups than lanes
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_*/int/*
# options: --sub-group-size 4
# judge: intel
s/each = (groups + size - 1) \/ size/each = 1/
s/(groups + each - 1) \/ each/min(groups, size)/
