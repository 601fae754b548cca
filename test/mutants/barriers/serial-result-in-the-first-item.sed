# The next call overwrites the result that others have yet to read.
# fault: scratch reused too early
# file: generic/work_group/serial/layout.h
# strategy: serial
# filter: calls/*
s/define CLGROUP_SERIAL_RESULT 0/define CLGROUP_SERIAL_RESULT CLGROUP_SERIAL_ITEMS/
