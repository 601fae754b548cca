# A scan leaves out the segment before its own.
# fault: one group of contributions lost
# file: generic/work_group/tree/scan.inc
# strategy: tree
# filter: scan_inclusive_*/int/*
s/i < rank >> log2/i + 1 < rank >> log2/
