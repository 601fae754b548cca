# The totals of rows go to the even rows instead of the odd ones.
# fault: rows connected wrongly
# file: targets/amdgcn/primitives.h
# strategy: subgroup
# filter: scan_*/int/*
# judge: amdgcn
s/clgroup_from_row_below_in_odd_rows, 0x142, 0xa)/clgroup_from_row_below_in_odd_rows, 0x142, 0x5)/
