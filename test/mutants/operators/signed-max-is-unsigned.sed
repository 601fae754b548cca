# The maximum of signed integers compares them as unsigned ones.
# file: generic/ops.inc
# strategy: tree
# filter: *_max/int/*
/^#define OP max/,/each_op/ s/((b) > (a) ?/((ulong)(b) > (ulong)(a) ?/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
