# A sub-group's fours are combined one after the other, not in pairs.
# file: generic/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: reduce_add/float/*
# options: --sub-group-size 16
# judge: intel
s/const CLGROUP_WORD second = CLGROUP_PAIR(2);/sum = OP_COMBINE(sum, CLGROUP_QUAD(2)); const CLGROUP_WORD second = CLGROUP_QUAD(3);/
