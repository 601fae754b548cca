# A scan's exchange overwrites what others have not read of the one before; random programs of operator.h found it.
# file: generic/work_group/shuffle.inc
# strategy: tree
# way: cc
# judge: nvptx64
# filter: any-exchanges-in-a-row.cl
s/__clgroup_scratch_double_buffered/__clgroup_scratch_single_buffered/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
