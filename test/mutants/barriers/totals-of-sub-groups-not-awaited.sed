# The sub-groups' totals are read before they are stored.
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: scan_*/int/*
# options: --sub-group-size 8
# judge: intel
s/clgroup_barrier();//
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
