# The first sub-group combines results before the others store theirs.
# fault: a missing barrier
# file: generic/work_group/vector/reduce.inc
# strategy: vector
# filter: reduce_*
# options: --sub-group-size 8
# judge: intel
/values\[group\] = own;/{n;s/clgroup_barrier();//}
