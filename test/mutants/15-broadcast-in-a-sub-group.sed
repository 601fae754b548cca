# The source is looked for in each sub-group.
# fault: one sub-group for the work-group
# file: generic/work_group/subgroup/broadcast.inc
# strategy: subgroup
# filter: broadcast_*
s/get_num_sub_groups() == 1/get_num_sub_groups() != 0/
