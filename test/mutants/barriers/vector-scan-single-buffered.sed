# A scan back to back with the next call writes where other sub-groups still read.
# file: generic/work_group/vector/scan.inc
# strategy: vector
# filter: calls/*
# options: --sub-group-size 8
# judge: intel
s/scratch_double_buffered/scratch_single_buffered/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
