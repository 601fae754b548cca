# Rank 0 of an exclusive float scan gets the padding: -0.0 and NaN.
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: scan_exclusive_*/float/*
s/(group | lane) == 0 ? OP_IDENTITY : //
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
