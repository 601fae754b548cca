# A reduce of nothing but NaNs gives what numbers begin with.
# fault: NaN lost or kept
# file: generic/work_group/serial/reduce_pass.inc
# strategy: serial
# filter: reduce_*/float/*
s/s\[0\] != s\[0\]/s[0] > s[0]/
