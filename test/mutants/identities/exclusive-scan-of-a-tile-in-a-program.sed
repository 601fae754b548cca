# The first work-item of a tile gets its own value from an exclusive scan; random programs of operator.h found it.
# file: include/clgroup/operator.h
# strategy: tree
# way: cc
# judge: nvptx64
# filter: any-exchanges-in-a-row.cl
s/return __rank ? __before : (CLGROUP_TYPE)CLGROUP_IDENTITY;/return __before;/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
