# A chunk's values are combined with those four further on, not with their neighbours.
# fault: another order of floating-point operations
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# judge: intel
s/OP_COMBINE(s\[i\], s\[i + 1\])/OP_COMBINE(s[i \/ 2], s[i \/ 2 + 4])/
