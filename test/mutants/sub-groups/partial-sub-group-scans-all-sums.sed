# The last sub-group of a wide tile has a lane for each sum, though it is not full.
# fault: sub-groups taken for full
# file: include/clgroup/operator_wide.h
# strategy: subgroup
# way: scans
# judge: nvptx64
# filter: product.matrix.work_group
s/__is_uneven = .*/__is_uneven = false;/
