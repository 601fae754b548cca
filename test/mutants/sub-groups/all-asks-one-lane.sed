# Only the first work-item of each sub-group is asked: a vote where its answers were meant.
# fault: a vote for a ballot
# file: generic/work_group/subgroup/vote.inc
# strategy: subgroup
# filter: all*
s/int answer = clgroup_sub_group_all(predicate);/int answer = predicate != 0;/
