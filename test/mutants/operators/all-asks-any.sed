# work_group_any answers what work_group_all would: one pasted over the other.
# fault: the wrong operator
# file: generic/work_group/subgroup/vote.inc
# strategy: subgroup
# filter: any*
s/return !CLGROUP_PUBLIC(work_group_all)(predicate == 0);/return CLGROUP_PUBLIC(work_group_all)(predicate);/
