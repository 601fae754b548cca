# As 49, for products, and by sub-groups.
# fault: another order of floating-point operations
# file: generic/ops.inc
# strategy: subgroup
# filter: reduce_mul/double/*
# options: --sub-group-size 16
# judge: intel
/^#define OP mul/,/each_op/ s/OP_FIXED_TREE T_IS_FLOAT/OP_FIXED_TREE 0/
