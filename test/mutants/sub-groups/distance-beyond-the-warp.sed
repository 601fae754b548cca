# A shuffle takes the lower 5 bits of a distance: 33 lanes below is 1 below.
# file: include/clgroup/cooperative_groups/scans.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: tile32/shfl_*
s/min(__n, __N)/__n/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
