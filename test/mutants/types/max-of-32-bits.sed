# The maximum of 64-bit integers compares their lower halves.
# fault: a 64-bit type through 32 bits
# file: generic/ops.inc
# strategy: tree
# filter: *_max/ulong/*
/^#define OP max/,/each_op/ s/((b) > (a) ?/((T_BYTES == 8 ? (uint)(b) > (uint)(a) : (b) > (a)) ?/
