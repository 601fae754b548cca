# Every half sum is 0. (The Khronos suite passes it.)
# fault: no result
# file: generic/ops.inc
# strategy: tree
# filter: reduce_add/half/*
s/^#define OP_COMBINE(a, b) ((a) + (b))/#define OP_COMBINE(a, b) (T_BYTES == 2 ? (T)0 : (a) + (b))/
