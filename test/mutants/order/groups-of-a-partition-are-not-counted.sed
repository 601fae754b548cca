# All groups of a partition have the same number.
# fault: a rank that is not counted
# file: include/clgroup/cooperative_groups/coalesced.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: labels32/ranks
s/clgroup::count_of(firsts & clgroup::places_below(first))/0/
