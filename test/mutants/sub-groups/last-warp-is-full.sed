# A last warp that is not full combines with lanes that are not there.
# file: targets/nvptx64/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: reduce_*/int/*
# judge: nvptx64
s/live - 1, &is_there/31, \&is_there/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
