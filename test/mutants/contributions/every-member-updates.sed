# Each member of a group adds the total to the atomic.
# file: include/clgroup/cooperative_groups/updates.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: atomic/plus*
s/if (__group.thread_rank() == __group.num_members() - 1)/if (true)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
