# The running minimum of nothing but NaN is infinity.
# fault: padding that shows
# file: generic/types.inc
# strategy: tree
# filter: scan_*_min/float/*
/^#define T float/,/each_type/ s/T_MIN_PAD NAN/T_MIN_PAD INFINITY/
