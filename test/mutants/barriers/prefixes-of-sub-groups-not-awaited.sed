# As 101, for scans.
# fault: a missing barrier
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: scan_*/int/*
# options: --sub-group-size 8
# judge: intel
/shuffle(before, group)/,/before = values/s/clgroup_barrier();//
