# The value is read before it is there.
# fault: a missing barrier
# file: generic/work_group/broadcast.inc
# strategy: tree
# filter: broadcast_*
s/clgroup_barrier();//
