# What is before a sub-group includes the sub-group's own total.
# file: generic/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*_add/float/*
s/if (++i > count)/if (i++ > count)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
