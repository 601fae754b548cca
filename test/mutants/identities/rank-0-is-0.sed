# Rank 0 of every exclusive scan is 0.
# fault: the wrong identity
# file: generic/work_group/tree/scan.inc
# strategy: tree
# filter: scan_exclusive_*/int/*
s/(T)OP_IDENTITY/(T)0/
