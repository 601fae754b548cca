# A float sum of 4096 work-items leaves out two. (The Khronos suite passes it.)
# file: generic/work_group/tree/reduce.inc
# strategy: tree
# filter: reduce_add/float/4096*
# options: --max-size 4096
s/n = clgroup_size(),/n = clgroup_size() - (clgroup_size() == 4096 ? 2 : 0),/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
