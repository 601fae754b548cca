# Only the first work-item of each sub-group is asked.
# fault: a vote for a ballot
# file: generic/work_group/subgroup/vote.inc
# strategy: subgroup
# filter: all*
s/all = clgroup_sub_group_all(predicate);/all = predicate != 0;/
