# The scalar pass leaves out the first item.
# fault: one contribution lost
# file: generic/work_group/scalar/scan_pass.inc
# strategy: scalar
# filter: scan_*/int/*
s/uint i = 0; i < n/uint i = 1; i < n/
