# Where there are more sub-groups than lanes, values are combined with distant ones, not with neighbours.
# fault: another order of floating-point operations
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# options: --sub-group-size 8
# judge: intel
s/values\[i\] = OP_COMBINE(values\[i\], values\[i + step\]);/values[i] = OP_COMBINE(values[i], values[(count - 1 - clgroup_rank()) * step]);/
