# Logical and of 1 and 2 is 0.
# file: generic/ops.inc
# strategy: serial
# filter: *_logical_and/int/*
/^#define OP logical_and/,/each_op/ s/((x) != 0)/(x)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
