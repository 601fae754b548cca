# What is before a sub-group has a share of the totals for each lane that a sub-group can have, of which a last sub-group may have few.
# file: generic/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*_add/int/*
# options: --sub-group-size 8
s/min(get_max_sub_group_size(), live)/get_max_sub_group_size()/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
