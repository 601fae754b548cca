# A float sum leaves out the last neighbours where they are fewer than others.
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
s/(count + CLGROUP_NEIGHBOURS - 1) \/ CLGROUP_NEIGHBOURS/count \/ CLGROUP_NEIGHBOURS/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
