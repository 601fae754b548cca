# A wide tile is combined with the sub-groups of the next one.
# fault: more members than there are
# file: include/clgroup/operator_wide.h
# strategy: subgroup
# way: scans
# judge: nvptx64
# filter: add.uint.tile_*
s/radix = min(size, of_tile \/ step)/radix = size/
