# A scan carries the wrong lane into the next vector.
# fault: one contribution lost
# file: generic/work_group/serial/scan_pass.inc
# strategy: serial
# filter: scan_exclusive_*/int/*
s/(v).s77777777/(v).s66666666/
