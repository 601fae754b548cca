# A reduce_min or reduce_max of 64-bit integers in parts takes the lower halves of values that lose by their upper half.
# fault: a 64-bit type through 32 bits
# file: generic/work_group/subgroup/parts.h
# strategy: subgroup
# filter: reduce_m*/*long/*
# judge: intel
s/own == \*high ? (uint)x : worst_low/(uint)x/
