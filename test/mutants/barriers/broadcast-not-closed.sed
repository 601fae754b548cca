# A broadcast overwrites the value that others have yet to read.
# fault: scratch reused too early
# file: generic/work_group/serial/broadcast.inc
# strategy: serial
# filter: calls/*
/x = clgroup_load_once(items/,/return/ s/clgroup_barrier();//
