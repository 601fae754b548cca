# A reduce by atomics starts at 0 whatever the operator is.
# fault: a wrong identity
# file: generic/work_group/subgroup/by_atomics.inc
# strategy: subgroup
# filter: reduce_m*/int/*
# judge: intel
s/\*sum = CLGROUP_WORD_PAD;/*sum = 0;/
