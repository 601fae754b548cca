# The first step of a scan takes the lane above.
# file: targets/amdgcn/primitives.h
# strategy: subgroup
# filter: scan_*/int/*
# judge: amdgcn
s/clgroup_from_below1, 0x111/clgroup_from_below1, 0x101/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
