# A work-group of fewer work-items than it takes pads does not store all.
# fault: memory that nothing was stored to
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_add/float/*
# judge: intel
s/for (uint i = 0; i < pads; i += n)/for (uint i = 0; i < 1; i += n)/
