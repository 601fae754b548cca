# Ranks run along z first.
# fault: rank order
# file: generic/rank.h
# strategy: tree
# filter: scan_*/int/*
s/return (z \* .*/return (x * (uint)get_local_size(1) + y) * (uint)get_local_size(2) + z;/
