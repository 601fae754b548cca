# The number of work-items in place of that less 1 tells the last warp.
# file: targets/nvptx64/primitives.h
# strategy: subgroup
# filter: reduce_add/float/*
# judge: nvptx64
s/clgroup_barrier_count(!clgroup_is_rank_0())/clgroup_barrier_count(true)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
