# What is before the fourth four lanes has the third four's total twice, and not the second's.
# file: generic/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*_add/float/*
# options: --sub-group-size 16
# judge: intel
s/CLGROUP_AND_QUAD(of1, 1), of3/CLGROUP_AND_QUAD(of1, 2), of3/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
