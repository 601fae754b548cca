# Each member of a tile combines its value into the atomic.
# fault: contributions counted twice
# file: include/clgroup/operator_update.h
# way: scans
# strategy: subgroup
# filter: add.uint.tile_update_*
# judge: nvptx64
/clgroup_update_)/,/return/s/if (clgroup_self(members) == last)/if (members.are_lanes)/
