# The last 16 lanes of a wave of 64 count for nothing.
# fault: contributions lost
# file: targets/amdgcn/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: reduce_*/int/*
# options: --max-size 1024
# judge: amdgcn
s/clgroup_of_lane_if(live > 48, w, 48, CLGROUP_WORD_PAD)/CLGROUP_WORD_PAD/
