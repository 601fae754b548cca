# All groups of a partition have the same number.
# file: include/clgroup/cooperative_groups/coalesced.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: labels32/ranks
s/clgroup::__count_of(__firsts & clgroup::__places_below(__first))/0/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
