# A last wave with less than two rows combines with a row that is not there.
# file: targets/amdgcn/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: reduce_*/int/*
# options: --max-size 1024
# judge: amdgcn
s/clgroup_of_lane_if(live > 16, w, 16, CLGROUP_WORD_PAD)/clgroup_of_lane(w, 16)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
