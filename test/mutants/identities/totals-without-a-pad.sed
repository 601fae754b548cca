# A wave with fewer waves before it than there can be combines with a value that nobody has written.
# file: targets/amdgcn/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*/int/*
# judge: amdgcn
s/CLGROUP_PAD(3)//
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
