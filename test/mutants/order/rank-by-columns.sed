# Ranks run along z first.
# fault: rank order
# file: generic/shape.h
# strategy: tree
# filter: scan_*/int/*
s/return (id_z \* .*/return (id_x * (uint)get_local_size(1) + id_y) * (uint)get_local_size(2) + id_z;/
