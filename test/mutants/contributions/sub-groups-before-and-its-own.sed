# What is before a sub-group includes its own values.
# file: include/clgroup/operator_wide.h
# way: scans
# strategy: subgroup
# filter: product.matrix.work_group
# judge: nvptx64
s/__own ? __own - 1 : 0/__own/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
