# Every float sum is NaN. (The Khronos suite passes it.)
# file: generic/ops.inc
# strategy: tree
# filter: *_add/float/*
/^#define OP_COMBINE(a, b) ((a) + (b))/c\
#if T_IS_FLOAT\
#define OP_COMBINE(a, b) ((a) + (b) + T_MIN_PAD)\
#else\
#define OP_COMBINE(a, b) ((a) + (b))\
#endif
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
