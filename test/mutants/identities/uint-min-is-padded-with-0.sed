# The minimum of uint is padded with 0.
# fault: padding that shows
# file: generic/types.inc
# strategy: serial
# filter: reduce_min/uint/*
/^#define T uint/,/each_type/ s/T_MIN_PAD T_HIGHEST/T_MIN_PAD 0u/
