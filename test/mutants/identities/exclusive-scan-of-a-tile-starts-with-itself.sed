# The first member of a tile's exclusive scan gets its own value.
# fault: no identity at rank 0
# file: include/clgroup/cooperative_groups/scans.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: tile8/exclusive_scan_less
s/return is_there ? below : first;/return below;/
