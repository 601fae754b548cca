# On AMD's GPUs a maximum of doubles keeps a NaN that is the lower operand.
# file: targets/amdgcn/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: *_max/double/*
# judge: amdgcn
s/CLGROUP_PASTE(__builtin_f, OP)(a, b)/((b) > (a) ? (b) : (a))/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
