# A broadcast in a loop is read before it is stored.
# fault: a missing barrier
# file: generic/work_group/serial/broadcast.inc
# strategy: serial
# filter: calls/*
/\[CLGROUP_SERIAL_RESULT\] = x/,/return/ s/clgroup_barrier();//
