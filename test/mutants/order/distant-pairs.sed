# A float sum combines pairs that are not neighbours.
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# judge: intel
s/OP_COMBINE(a, b), upper = OP_COMBINE(c, d)/OP_COMBINE(a, c), upper = OP_COMBINE(b, d)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
