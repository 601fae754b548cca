# A broadcast in a loop is where the next call's first item goes.
# fault: scratch reused too early
# file: generic/work_group/serial/broadcast.inc
# strategy: serial
# filter: calls/broadcast_between*
s/\[CLGROUP_SERIAL_RESULT\]/[CLGROUP_SERIAL_ITEMS]/
