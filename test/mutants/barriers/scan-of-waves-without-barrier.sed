# The waves' totals are read before they are there.
# fault: a missing barrier
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: scan_*/int/*
# judge: amdgcn
s/clgroup_barrier();//
