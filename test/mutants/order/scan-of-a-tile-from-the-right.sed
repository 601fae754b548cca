# A tile's scan combines with the lower ranks on the right.
# fault: operands in another order
# file: include/clgroup/cooperative_groups/scans.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: tile8/inclusive_scan_composed*
s/(T)op(below, x), below)/(T)op(x, below), below)/
