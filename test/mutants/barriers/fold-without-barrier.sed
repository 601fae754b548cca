# Rank 0 folds the values of segments that are not there yet.
# file: generic/work_group/tree/reduce.inc
# strategy: tree
# filter: reduce_*/int/*
/clgroup_fold_, OP)(items/,/clgroup_fold_, OP)(values/ s/clgroup_barrier();//
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
