# The identity of and has 32 ones, for 64-bit integers too.
# file: generic/ops.inc
# strategy: subgroup
# filter: scan_exclusive_and/ulong/*
/^#define OP and/,/each_op/ s/OP_IDENTITY (~(T)0)/OP_IDENTITY ((T)UINT_MAX)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
