# The last sub-group counts as a full one.
# file: generic/live_lanes.h
# strategy: subgroup
# filter: reduce_mul/*
s/? min(__size, clgroup_last_lanes()) : __size/? get_max_sub_group_size() : get_max_sub_group_size()/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
