# A scan back to back with the next call writes where other sub-groups still read.
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: calls/*
# options: --sub-group-size 16
# judge: intel
s/scratch_double_buffered/scratch_single_buffered/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
