# A maximum ignores rank 0. (The Khronos suite passes it.)
# file: generic/work_group/tree/reduce.inc
# strategy: tree
# filter: reduce_max/*
s/= OP_PREPARE(x);/= clgroup_rank() == 0 ? OP_PAD : OP_PREPARE(x);/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
