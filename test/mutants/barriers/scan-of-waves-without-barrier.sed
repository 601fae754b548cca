# The waves' totals are read before they are there.
# fault: a missing barrier
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: scan_*/int/*
# options: --max-size 1024
# judge: amdgcn
s/clgroup_barrier();//
