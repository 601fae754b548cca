# A float sum does not keep to the neighbours-first tree.
# file: generic/ops.inc
# strategy: serial
# filter: reduce_add/float/*
/^#define OP add/,/each_op/ s/OP_FIXED_TREE T_IS_FLOAT/OP_FIXED_TREE 0/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
