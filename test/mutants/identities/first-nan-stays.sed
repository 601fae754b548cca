# A NaN before a number stays.
# fault: NaN lost or kept
# file: generic/ops.inc
# strategy: tree
# filter: reduce_min/float/*
/^#define OP min/,/each_op/ s/(((b) < (a)) | ((a) != (a)))/((b) < (a))/
