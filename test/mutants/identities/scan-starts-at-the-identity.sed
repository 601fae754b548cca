# Rank 1 of an exclusive scan is the identity plus rank 0's value: +0.0 where that is -0.0.
# fault: -0.0 lost
# file: generic/work_group/tree/scan.inc
# strategy: tree
# filter: scan_exclusive_add/float/*
s/T sum = OP_PAD;/T sum = OP_IDENTITY;/
