# The two halves of a row of 16 lanes are not combined.
# fault: a step left out
# file: targets/amdgcn/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: reduce_*/int/*
# judge: amdgcn
0,/CLGROUP_STEP_ABOVE(clgroup_from_above8);/s///
