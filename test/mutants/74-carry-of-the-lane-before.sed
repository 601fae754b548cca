# A scan carries the wrong lane into the next vector.
# fault: one contribution lost
# file: generic/work_group/serial/scan_pass.inc
# strategy: serial
# filter: scan_exclusive_*/int/*
s/v, 7, 7, 7, 7, 7, 7, 7, 7)/v, 6, 6, 6, 6, 6, 6, 6, 6)/
