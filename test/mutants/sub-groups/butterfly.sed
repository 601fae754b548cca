# A butterfly over lanes that the last sub-group does not have.
# file: generic/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: reduce_mul/*
s/(lane ^ step) < live ? OP_COMBINE(w, other) : w/OP_COMBINE(w, other)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
