# A scan takes each sub-group for full, though it may be the only one, or lack lanes where a row ends.
# file: generic/work_group/subgroup/layout.h
# strategy: subgroup
# filter: scan_*/int/*
# options: --sub-group-size 8
s/1 + sub_group_reduce_max(get_sub_group_local_id())/get_max_sub_group_size()/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
