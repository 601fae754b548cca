# The scalar pass does not pad what is missing of a block at the right end.
# fault: padding that shows
# file: generic/work_group/scalar/reduce_pass.inc
# strategy: scalar
# filter: reduce_*/float/*
s/uint i = n; i < fours/uint i = n + 1; i < fours/
