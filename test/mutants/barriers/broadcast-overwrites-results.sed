# A broadcast begins where a reduce has left the result that others have yet to read.
# fault: scratch reused too early
# file: generic/work_group/serial/broadcast.inc
# strategy: serial
# filter: calls/*
s/scratch + CLGROUP_SERIAL_ITEMS;/scratch;/
