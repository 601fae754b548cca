# The first lane of those that scan the sub-groups' values starts from its own instead of from nothing.
# fault: wrong prefixes of sub-groups
# file: generic/work_group/subgroup/fold.inc
# strategy: subgroup
# filter: scan_*/int/*
# options: --sub-group-size 8
# judge: intel
s/return lane ? x : OP_PAD;/return x;/
