# Lane 0 of each warp but the first adds its own word to what came before.
# file: targets/nvptx64/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_exclusive_*/int/*
# judge: nvptx64
s/is_there ? CLGROUP_LANE_WORD(other) : CLGROUP_WORD_PAD/CLGROUP_LANE_WORD(other)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
