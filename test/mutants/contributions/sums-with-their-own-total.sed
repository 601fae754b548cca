# Each sub-group's sum holds its own total.
# file: generic/work_group/vector/scan.inc
# strategy: vector
# filter: scan_*/int/*
# options: --sub-group-size 8
# judge: intel
s/+ 1\] = total/] = total/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
