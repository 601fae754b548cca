# Xor of 64-bit integers compiles to nothing.
# fault: an operator without an implementation for a type
# file: generic/ops.inc
# strategy: tree
# filter: *_xor/ulong/*
/^#define OP xor/,/each_op/ s/((a) ^ (b))/(T_BYTES == 8 ? (a) : (a) ^ (b))/
