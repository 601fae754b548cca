# A NaN after a number wins.
# file: generic/ops.inc
# strategy: tree
# filter: *_max/double/*
/^#define OP max/,/each_op/ s/((a) != (a))/((b) != (b))/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
