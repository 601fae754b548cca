# What is before a lane in its sub-group includes the lane itself.
# file: generic/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*_add/float/*
s/before = with_own ? w : CLGROUP_WORD_PAD;/before = total;/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
