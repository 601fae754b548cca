# The sum before a sub-group goes behind what the sub-group has before a work-item.
# fault: operands in the wrong order
# file: include/clgroup/operator_wide.h
# strategy: subgroup
# way: scans
# judge: nvptx64
# filter: product.matrix.work_group
s/(before, \*part)/(*part, before)/
