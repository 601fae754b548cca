# The rank in the grid counts what is before the work-group as one row.
# file: include/clgroup/cooperative_groups/thread_group.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: tile1/grid
s/__x \* get_local_size(1) \* get_local_size(2)/__x/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
