# A sum of 64-bit integers loses the carry between its halves.
# fault: the wrong operator
# file: generic/work_group/subgroup/by_atomics.inc
# strategy: subgroup
# filter: reduce_add/*long/*
# judge: nvptx64
s/ + (uint)(OP_COMBINE(old, (ulong)low) >> 32)//
