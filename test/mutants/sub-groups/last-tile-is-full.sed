# A tile's reduce asks for members that the last tile does not have.
# fault: a butterfly over a tile that is not full
# file: include/clgroup/cooperative_groups/scans.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: tile8/reduce_*
s/way.get(x, min(other, count - 1))/way.get(x, other)/
s/if (block < count)/if (true)/
