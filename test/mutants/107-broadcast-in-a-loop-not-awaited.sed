# A broadcast in a loop overwrites the value that others have yet to read.
# fault: scratch reused too early
# file: generic/work_group/serial/broadcast.inc
# strategy: serial
# filter: calls/*
/scratch_loops/,/if (clgroup_slot/ s/clgroup_barrier();//
