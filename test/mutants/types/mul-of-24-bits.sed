# Products of int take the lower 24 bits of their factors.
# file: generic/ops.inc
# strategy: tree
# filter: *_mul/int/*
s/((a) \* (b))/(T_BYTES == 4 \&\& !T_IS_FLOAT ? (T)mul24((int)(a), (int)(b)) : (a) * (b))/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
