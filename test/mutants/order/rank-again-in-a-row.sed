# The rank that is asked for again counts one row alone.
# fault: the wrong work-item
# file: generic/rank.c
# strategy: serial
# judge: pocl
# filter: scan_*/int/*
/row = / s/get_local_id(2)/0/
