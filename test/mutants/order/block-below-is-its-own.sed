# On AMD's GPUs the longer steps of a tile's scan are made by the lower block of two too.
# file: include/clgroup/cooperative_groups/scans.h
# way: groups
# strategy: subgroup
# filter: tile32/*
# judge: amdgcn
s/(__way.__own & __n) != 0/__way.__own >= 0/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
