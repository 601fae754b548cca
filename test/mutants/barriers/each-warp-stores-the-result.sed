# Lane 0 of each warp stores the result, not rank 0 alone.
# file: generic/work_group/subgroup/in_line/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# judge: nvptx64
s/if (leads)/if (get_sub_group_local_id() == 0)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
