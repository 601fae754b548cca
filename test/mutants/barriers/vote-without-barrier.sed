# The answer is read before all have voted.
# fault: a missing barrier
# file: generic/work_group/vote.inc
# strategy: tree
# filter: all*
/atomic_xchg/,/answer = / s/clgroup_barrier();//
