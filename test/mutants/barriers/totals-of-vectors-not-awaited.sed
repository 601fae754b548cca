# The first sub-group reads totals before they are stored.
# file: generic/work_group/vector/scan.inc
# strategy: vector
# filter: scan_*/int/*
# options: --sub-group-size 8
# judge: intel
0,/clgroup_barrier();/s/clgroup_barrier();//
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
