# The sub-groups' values are read before they are there.
# fault: a missing barrier
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_*/int/*
# options: --sub-group-size 8
# judge: intel
s/clgroup_barrier();//
