# The waves' totals are read before they are there, where each work-item loads all of them.
# file: targets/amdgcn/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*/int/*
# judge: amdgcn
s/clgroup_barrier();//
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
