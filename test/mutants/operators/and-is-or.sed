# Bitwise and does or: one pasted over the other.
# fault: the wrong operator
# file: generic/ops.inc
# strategy: serial
# filter: *_and/*
/^#define OP and/,/each_op/ s/(a) & (b)/(a) | (b)/
