# What is before a sub-group includes its own values.
# fault: contributions counted twice
# file: include/clgroup/operator_work_group.h
# way: scans
# strategy: subgroup
# filter: product.matrix.work_group
# judge: nvptx64
s/is_mine ? group - 1 - first : 0/is_mine ? group - first : 0/
