# Integer sums stop at the ends of the type.
# fault: overflow that does not wrap
# file: generic/ops.inc
# strategy: tree
# filter: *_add/int/*
/^#define OP_COMBINE(a, b) ((a) + (b))/c\
#if T_IS_FLOAT\
#define OP_COMBINE(a, b) ((a) + (b))\
#else\
#define OP_COMBINE(a, b) add_sat((T)(a), (T)(b))\
#endif
