# The result is read before all sub-groups have added theirs.
# fault: a missing barrier
# file: generic/work_group/subgroup/by_atomics.inc
# strategy: subgroup
# filter: reduce_*/int/*
# options: --sub-group-size 8
# judge: intel
/clgroup_accumulate_)(sum + /,/x = CLGROUP/s/clgroup_barrier();//
