# As 57, for double, and by sub-groups.
# fault: -0.0 lost
# file: generic/types.inc
# strategy: subgroup
# filter: scan_inclusive_add/double/*
s/T_ADD_PAD (-0.0)/T_ADD_PAD 0.0/
