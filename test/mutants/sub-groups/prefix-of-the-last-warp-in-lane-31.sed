# The sum of the totals before the last warp is taken from a lane that is not there.
# fault: sub-groups taken for full
# file: targets/nvptx64/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: calls/required_size/*
# judge: nvptx64
s/false, \&unused), live - 1)/false, \&unused), 31)/
