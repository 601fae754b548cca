# Where there are more sub-groups than lanes, each lane takes one value too many from its neighbour.
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# options: --sub-group-size 8
# judge: intel
s/min(1u << log2, count - first)/min((1u << log2) + (log2 > 0 ? 1u : 0u), count - first)/
