# Sub-groups and lanes are taken for the levels of one tree where the last one lacks lanes.
# file: generic/work_group/vector/reduce.inc
# strategy: vector
# filter: reduce_add/float/*
# options: --sub-group-size 8
# judge: intel
s/is_tree = .*/is_tree = true;/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
