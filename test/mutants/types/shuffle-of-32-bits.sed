# 64-bit values are shuffled as int.
# fault: a 64-bit type through 32 bits
# file: targets/spirv/primitives.h
# strategy: subgroup
# filter: scan_inclusive_*/ulong/*
s/^#define clgroup_shuffle(x, lane) .*/#define clgroup_shuffle(x, lane) (sizeof(x) == 8 ? (__typeof__(x))sub_group_shuffle((int)(x), lane) : sub_group_shuffle(x, lane))/
