# A work-group of more rows is taken for one of a single row.
# fault: the wrong work-item
# file: generic/rank.h
# strategy: serial
# filter: scan_*/int/*
s/get_local_size(2) == 1 ? 0/get_local_size(2) >= 1 ? 0/
