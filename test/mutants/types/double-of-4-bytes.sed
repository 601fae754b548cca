# Scratch for double is as wide as for float: calls of mixed types overlap.
# fault: types and widths that share scratch
# file: generic/work_group/serial/scan.inc
# strategy: serial
# filter: calls/*
s/__clgroup_scratch_single_buffered(T_BYTES,/__clgroup_scratch_single_buffered(T_BYTES > 4 ? 4 : T_BYTES,/
