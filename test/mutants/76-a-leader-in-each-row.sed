# The first work-item of each row makes the pass.
# fault: the wrong work-item
# file: generic/rank.h
# strategy: serial
# filter: scan_*/int/*
s/return get_local_id(0) == 0 && .*/return get_local_id(0) == 0;/
