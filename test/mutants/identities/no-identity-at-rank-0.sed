# Rank 0 of an exclusive scan gets what pads.
# file: generic/work_group/serial/scan.inc
# strategy: serial
# filter: scan_exclusive_*/float/*
/items\[0\] = CLGROUP_ITEM_OF(OP_IDENTITY)/d
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
