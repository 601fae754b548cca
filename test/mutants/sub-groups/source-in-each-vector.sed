# Each sub-group stores the value of its lane with the number of the source's.
# file: generic/work_group/vector/broadcast.inc
# strategy: vector
# filter: broadcast*
# options: --sub-group-size 8
# judge: intel
s/source - clgroup_rank()/(source - clgroup_rank()) % get_max_sub_group_size()/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
