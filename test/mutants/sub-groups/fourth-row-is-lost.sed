# The last 16 lanes of a wave of 64 count for nothing.
# fault: contributions lost
# file: targets/amdgcn/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: reduce_*/int/*
# judge: amdgcn
s/live > 48 ? OP_COMBINE(third, fourth) : third/third/
