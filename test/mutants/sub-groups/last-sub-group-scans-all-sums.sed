# The last sub-group of a wide tile has a lane for each sum, though it is not full.
# fault: sub-groups taken for full
# file: include/clgroup/cooperative_groups/wide.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: tile1024/reduce_composed*
s/is_uneven = .*/is_uneven = false;/
