# Lane 0 of each sub-group gets the identity from an exclusive scan.
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: scan_exclusive_*/int/*
s/(group | lane) == 0/lane == 0/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
