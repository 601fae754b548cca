# The minimum of nothing but NaN is the padding, infinity.
# fault: padding that shows
# file: generic/types.inc
# strategy: serial
# filter: reduce_min/float/*
/^#define T float/,/each_type/ s/T_MIN_PAD NAN/T_MIN_PAD INFINITY/
