# What goes before the items of a work-group goes in front of the first work-item alone.
# file: include/clgroup/operator.h
# way: scans
# strategy: subgroup
# filter: *.items_from_4
# judge: nvptx64
s/clgroup_rank() ? CLGROUP_OP(clgroup_combine_)(__start, __before) : __start/clgroup_rank() ? __before : __start/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
