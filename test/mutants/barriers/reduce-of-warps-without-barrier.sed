# The warps' values are read before they are there; all run in turn in the executor, so only the race shows.
# file: generic/work_group/subgroup/by_atomics.inc
# strategy: subgroup
# filter: reduce_*/int/*
# judge: nvptx64
s/^  clgroup_barrier();$//
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
