# The last segment is folded beyond the work-group's end.
# file: generic/work_group/tree/reduce.inc
# strategy: tree
# filter: reduce_*/int/*
s/min(1u << log2, n - first)/1u << log2/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
