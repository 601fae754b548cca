# Tiles go by shuffles though they are larger than a sub-group.
# fault: lanes that are in another sub-group
# file: include/clgroup/cooperative_groups/lanes.h
# strategy: subgroup
# way: groups
# judge: intel
# filter: tile64/reduce_*
s/return (clgroup_max_lanes() <= CLGROUP_MOST_LANES) & .*/return true;/
