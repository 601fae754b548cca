# A scan takes the last lane of a full sub-group for the last one.
# fault: wrong sub-group counts
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: scan_inclusive_*/int/*
s/: live) - 1;/: live) - 2;/
