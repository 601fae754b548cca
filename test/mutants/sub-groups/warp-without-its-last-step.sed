# The two halves of a warp are not combined.
# fault: a step left out
# file: targets/nvptx64/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: reduce_*/int/*
# judge: nvptx64
s/ STEP(16)$//
