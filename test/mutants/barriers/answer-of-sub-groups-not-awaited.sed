# The answer is read before all sub-groups have objected.
# fault: a missing barrier
# file: generic/work_group/subgroup/vote.inc
# strategy: subgroup
# filter: a*
# options: --sub-group-size 8
# judge: intel
/atomic_xchg/,/predicate = /s/clgroup_barrier();//
