# The result of the sub-group that combines for all is read before it is there.
# fault: a missing barrier
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_*/int/*
# options: --sub-group-size 8
# judge: intel
/values\[0\] = x;/,/x = values\[0\];/s/clgroup_barrier();//
