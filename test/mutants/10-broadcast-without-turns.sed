# A broadcast in a loop overwrites the value that others have yet to read.
# fault: scratch reused too early
# file: generic/work_group/broadcast.inc
# strategy: serial
# filter: calls/*
s/scratch_turn/scratch_own/
