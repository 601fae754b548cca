# The first sub-group combines its values with 0.
# fault: the wrong identity
# file: generic/work_group/vector/scan.inc
# strategy: vector
# filter: scan_*_max/int/*
# options: --sub-group-size 8
# judge: intel
s/sum = CLGROUP_WORD_PAD/sum = 0/
