# The work-group ends with its first row.
# fault: rank order
# file: generic/rank.h
# strategy: serial
# filter: reduce_*/int/*
s/return (uint)get_local_size(0) \* .*/return (uint)get_local_size(0);/
