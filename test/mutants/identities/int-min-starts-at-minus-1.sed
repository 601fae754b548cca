# LONG_MAX cast to int stands for the highest int.
# file: generic/types.inc
# strategy: serial
# filter: scan_exclusive_min/int/*
/^#define T int/,/each_type/ s/T_HIGHEST INT_MAX/T_HIGHEST ((int)LONG_MAX)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
