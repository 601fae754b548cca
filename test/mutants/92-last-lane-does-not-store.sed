# A scan takes the last lane of a full sub-group for the last one.
# fault: wrong sub-group counts
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: scan_inclusive_*/int/*
s/lane == size - 1/lane == size - 2/
