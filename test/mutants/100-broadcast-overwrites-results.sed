# A broadcast begins where a reduce has left the result that others have yet to read.
# fault: scratch reused too early
# file: generic/work_group/serial/broadcast.inc
# strategy: serial
# filter: calls/*
s/(T_BYTES, 1, CLGROUP_SERIAL_ITEMS) + CLGROUP_SERIAL_ITEMS;/(T_BYTES, 1, CLGROUP_SERIAL_ITEMS);/
