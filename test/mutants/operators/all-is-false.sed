# work_group_all returns 0, always. (The Khronos suite passes it.)
# file: generic/work_group/vote.inc
# strategy: tree
# filter: all*
s/return clgroup_vote(1, /return 0 \& clgroup_vote(1, /
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
