# Ranks run along z first.
# file: generic/shape.h
# strategy: tree
# filter: scan_*/int/*
s/return (__z \* .*/return (__x * (uint)get_local_size(1) + __y) * (uint)get_local_size(2) + __z;/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
