# work_group_any returns 1, always. (The Khronos suite passes it.)
# fault: no result
# file: generic/work_group/vote.inc
# strategy: tree
# filter: any*
s/return clgroup_vote(0, /return 1 | clgroup_vote(0, /
